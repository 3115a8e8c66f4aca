"""Makes a file of NASDAQ TotalView-ITCH 5.0 by the specification: a day of invented stocks, with every type of message.

    python3 examples/itch/generate.py FILE [--events N] [--seed N]

The same numbers make the same bytes. Needs nothing but Python.
"""

import argparse
import random
import struct

from itch import FORMATS, KINDS

STOCKS = ["VBTM", "B", "QUOTE", "TICK", "BOOK.A", "LEVEL-", "STRUCTS+", "SEGMENT="]
NEW_STOCK = STOCKS.index("QUOTE")
LISTED_STOCK = STOCKS.index("STRUCTS+")
PARTICIPANTS = ["NSDQ", "VBTM", "MKR"]

SECOND = 10**9
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
OPENING = 9 * HOUR + 30 * MINUTE
CLOSING = 16 * HOUR


class Day:
    """The messages of a day, and the book as they leave it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.feed = bytearray()
        self.time = 3 * HOUR
        self.tracking = 0
        self.reference = 2**33
        self.match = 2**34
        self.prices = [self.number(5_0000, 400_0000) for _ in STOCKS]
        self.orders = []
        self.matches = []

    def number(self, least, most):
        """Of a Random only random() gives the same numbers in every version of Python."""
        return least + int(self.random.random() * (most - least + 1))

    def one_of(self, values):
        return values[self.number(0, len(values) - 1)]

    def at(self, time):
        self.time = max(self.time, time)

    def put(self, tag, stock=None, **fields):
        """Appends a message. A stock is an index; it is in the header of all messages about it."""
        self.time += self.number(0, 50_000)
        self.tracking = (self.tracking + self.number(0, 2)) % 2**16
        fields.update(type=tag, trackingNumber=self.tracking, timestamp=self.time)
        fields.update(stockLocate=0 if stock is None else stock + 1, stock="" if stock is None else STOCKS[stock])
        message = FORMATS[tag]
        data = message.struct.pack(*(packed(kind, fields[name]) for name, kind in message.fields))
        self.feed += struct.pack(">H", len(data)) + data

    def next_reference(self):
        self.reference += self.number(1, 9)
        return self.reference

    def next_match(self):
        self.match += self.number(1, 9)
        self.matches.append(self.match)
        return self.match

    def near_price(self, stock):
        """A price in whole cents, within two per cent of the last one."""
        last = self.prices[stock]
        return max(100, (last + self.number(-last // 50, last // 50)) // 100 * 100)

    def start(self):
        self.put("S", eventCode="O")
        for stock in range(len(STOCKS)):
            self.put(
                "R",
                stock,
                marketCategory=self.one_of("QGSNAPZ"),
                financialStatus=self.one_of("NND "),
                roundLotSize=self.one_of([100, 100, 40, 1]),
                roundLotsOnly=self.one_of("YN"),
                issueClassification=self.one_of("CAQ"),
                issueSubType=self.one_of(["Z", "AI", "E"]),
                authenticity=self.one_of("PPT"),
                shortSaleThreshold=self.one_of("YN "),
                ipoFlag="Y" if stock == NEW_STOCK else self.one_of("N "),
                luldTier=self.one_of("12 "),
                etpFlag=self.one_of("YN "),
                etpLeverage=self.number(0, 3),
                inverse=self.one_of("YN"),
            )
        for stock in range(len(STOCKS)):
            self.put("H", stock, state="T", reserved=" ", reason="")
            self.put("Y", stock, action=self.one_of("012"))
            for participant in PARTICIPANTS:
                self.put(
                    "L",
                    stock,
                    participant=participant,
                    primaryMarketMaker=self.one_of("YN"),
                    marketMakerMode=self.one_of("NPSRL"),
                    participantState=self.one_of("AAEWSD"),
                )
        self.put("V", level1=5_432_10000001, level2=5_082_05000000, level3=4_673_12345678)
        self.at(4 * HOUR)
        self.put("S", eventCode="S")
        self.put("K", NEW_STOCK, releaseTimeSeconds=10 * 3600 + 300, qualifier="A", price=17_0000)
        for stock in range(len(STOCKS)):
            self.put("N", stock, interest=self.one_of("BSAN"))

    def auction(self, stock, cross_type):
        price = self.near_price(stock)
        for direction in "BSNOP":
            self.put(
                "I",
                stock,
                pairedShares=self.number(0, 10**10),
                imbalanceShares=self.number(0, 10**6),
                direction=direction,
                farPrice=price + 100,
                nearPrice=price,
                referencePrice=self.prices[stock] // 100 * 100,
                crossType=cross_type,
                priceVariation=self.one_of("L123456789ABC "),
            )
        if cross_type != "A":
            shares = self.number(0, 10**6)
            self.put("Q", stock, shares=shares, crossPrice=price, matchNumber=self.next_match(), crossType=cross_type)
        self.prices[stock] = price

    def listing(self):
        price = self.prices[LISTED_STOCK]
        for eligible in "NNY":
            self.put(
                "O",
                LISTED_STOCK,
                openEligible=eligible,
                minimumPrice=price * 8 // 10,
                maximumPrice=price * 18 // 10,
                nearExecutionPrice=price,
                nearExecutionTime=self.time,
                lowerCollarPrice=price * 9 // 10,
                upperCollarPrice=price * 11 // 10,
            )

    def pause(self, stock):
        price = self.prices[stock]
        self.put("H", stock, state="P", reserved=" ", reason="LUDP")
        for extensions in range(self.number(1, 3)):
            self.put(
                "J",
                stock,
                referencePrice=price,
                upperPrice=price * 21 // 20,
                lowerPrice=price * 19 // 20,
                extensions=extensions,
            )
        self.put("H", stock, state="Q", reserved=" ", reason="LUDP")
        self.auction(stock, "H")
        self.put("H", stock, state="T", reserved=" ", reason="LUDP")

    def halt(self, stock):
        market = self.one_of("QBX")
        for action in "HT":
            self.put("h", stock, market=market, action=action)

    def breach(self):
        self.put("W", breachedLevel="1")
        for stock in range(len(STOCKS)):
            self.put("H", stock, state="H", reserved=" ", reason="MWC1")
            self.put("H", stock, state="T", reserved=" ", reason="MWCQ")

    def break_trade(self):
        if self.matches:
            self.put("B", matchNumber=self.one_of(self.matches))

    def add(self):
        stock = self.number(0, len(STOCKS) - 1)
        order = {"reference": self.next_reference(), "stock": stock, "shares": self.one_of([1, 100, 100, 250, 5000])}
        order["price"] = self.near_price(stock)
        fields = {"side": self.one_of("BS"), "shares": order["shares"], "price": order["price"]}
        if self.number(1, 10) == 1:
            # Quotes far from the market, which nobody expects to be executed, have the highest price there is.
            fields["price"] = order["price"] = self.one_of([order["price"], 199_999_9900, 200_000_0000])
            fields["attribution"] = self.one_of(PARTICIPANTS)
            self.put("F", stock, orderReference=order["reference"], **fields)
        else:
            self.put("A", stock, orderReference=order["reference"], **fields)
        self.orders.append(order)

    def change(self):
        """Executes, cancels, deletes or replaces an order of the book, or executes one that it does not show."""
        if not self.orders:
            return
        index = self.number(0, len(self.orders) - 1)
        order = self.orders[index]
        reference, stock = order["reference"], order["stock"]
        kind = self.one_of("EEECXXDDDUUP")
        taken = self.number(1, order["shares"])
        if kind in "EC":
            fields = {"orderReference": reference, "executedShares": taken, "matchNumber": self.next_match()}
            if kind == "C":
                fields.update(printable=self.one_of("YN"), executionPrice=order["price"] + 100)
            self.put(kind, stock, **fields)
        elif kind == "X":
            taken = min(taken, order["shares"] - 1)
            if taken:
                self.put("X", stock, orderReference=reference, cancelledShares=taken)
        elif kind == "D":
            self.put("D", stock, orderReference=reference)
            taken = order["shares"]
        elif kind == "U":
            order.update(reference=self.next_reference(), shares=self.number(1, 900), price=self.near_price(stock))
            taken = 0
            self.put(
                "U",
                stock,
                originalOrderReference=reference,
                newOrderReference=order["reference"],
                shares=order["shares"],
                price=order["price"],
            )
        else:
            taken = 0
            shares, price = self.number(1, 900), self.near_price(stock)
            self.prices[stock] = price
            # The specification has it so: no reference, and always the side of a buyer.
            fields = {"orderReference": 0, "side": "B", "matchNumber": self.next_match()}
            self.put("P", stock, shares=shares, price=price, **fields)
        order["shares"] -= taken
        if not order["shares"]:
            self.orders[index] = self.orders[-1]
            self.orders.pop()

    def trade(self, events):
        rare = [
            lambda: self.pause(self.number(0, len(STOCKS) - 1)),
            lambda: self.halt(self.number(0, len(STOCKS) - 1)),
            self.break_trade,
        ]
        for event in range(events):
            self.at(OPENING + (CLOSING - OPENING) * event // events)
            if event == events // 2:
                self.breach()
            elif event % 250 == 249:
                rare[event // 250 % len(rare)]()
            elif self.number(1, 2) == 1:
                self.add()
            else:
                self.change()

    def run(self, events):
        self.start()
        self.at(OPENING - 5 * MINUTE)
        for stock in range(len(STOCKS)):
            self.auction(stock, "O")
        self.listing()
        self.at(OPENING)
        self.put("S", eventCode="Q")
        self.trade(events)
        self.at(CLOSING)
        self.put("S", eventCode="M")
        for stock in range(len(STOCKS)):
            self.auction(stock, "C")
        self.auction(0, "A")
        self.at(20 * HOUR)
        self.put("S", eventCode="E")
        self.break_trade()
        self.put("S", eventCode="C")
        self.feed += struct.pack(">H", 0)


def packed(kind, value):
    size = KINDS[kind][0]
    if kind == "u48":
        return value.to_bytes(size, "big")
    if kind[0] == "a":
        return value.encode("ascii").ljust(size)
    return value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--events", type=int, default=4000, help="how much happens while the market is open")
    parser.add_argument("--seed", type=int, default=50)
    arguments = parser.parse_args()
    day = Day(arguments.seed)
    day.run(arguments.events)
    with open(arguments.file, "wb") as file:
        file.write(day.feed)


if __name__ == "__main__":
    main()
