"""Reads a file of NASDAQ TotalView-ITCH 5.0 and prints what Itch.java prints, by code that shares nothing with it.

    python3 examples/itch/itch.py FILE

Needs nothing but Python.
"""

import struct
import sys
import zlib

# What a field is: its size in bytes, its code in the module struct if it has one, and how it is read.
KINDS = {
    "u16": (2, "H"),
    "u32": (4, "I"),
    "u64": (8, "Q"),
    "u48": (6, "6s"),  # nanoseconds since midnight
    "price4": (4, "I"),  # units of 1/10,000
    "price8": (8, "Q"),  # units of 1/100,000,000
    "a1": (1, "1s"),  # one character, which may be a blank
    "a2": (2, "2s"),  # text, with blanks behind it
    "a4": (4, "4s"),
    "a8": (8, "8s"),
}

HEADER = "type:a1 stockLocate:u16 trackingNumber:u16 timestamp:u48"

# Of each type of message the name and the fields behind the header, without gaps.
MESSAGES = {
    "S": ("SystemEvent", "eventCode:a1"),
    "R": (
        "StockDirectory",
        "stock:a8 marketCategory:a1 financialStatus:a1 roundLotSize:u32 roundLotsOnly:a1 issueClassification:a1"
        " issueSubType:a2 authenticity:a1 shortSaleThreshold:a1 ipoFlag:a1 luldTier:a1 etpFlag:a1 etpLeverage:u32"
        " inverse:a1",
    ),
    "H": ("StockTradingAction", "stock:a8 state:a1 reserved:a1 reason:a4"),
    "Y": ("RegShoRestriction", "stock:a8 action:a1"),
    "L": (
        "MarketParticipantPosition",
        "participant:a4 stock:a8 primaryMarketMaker:a1 marketMakerMode:a1 participantState:a1",
    ),
    "V": ("CircuitBreakerLevels", "level1:price8 level2:price8 level3:price8"),
    "W": ("CircuitBreakerStatus", "breachedLevel:a1"),
    "K": ("QuotingPeriodUpdate", "stock:a8 releaseTimeSeconds:u32 qualifier:a1 price:price4"),
    "J": ("AuctionCollar", "stock:a8 referencePrice:price4 upperPrice:price4 lowerPrice:price4 extensions:u32"),
    "h": ("OperationalHalt", "stock:a8 market:a1 action:a1"),
    "A": ("AddOrder", "orderReference:u64 side:a1 shares:u32 stock:a8 price:price4"),
    "F": ("AddAttributedOrder", "orderReference:u64 side:a1 shares:u32 stock:a8 price:price4 attribution:a4"),
    "E": ("OrderExecuted", "orderReference:u64 executedShares:u32 matchNumber:u64"),
    "C": (
        "OrderExecutedWithPrice",
        "orderReference:u64 executedShares:u32 matchNumber:u64 printable:a1 executionPrice:price4",
    ),
    "X": ("OrderCancel", "orderReference:u64 cancelledShares:u32"),
    "D": ("OrderDelete", "orderReference:u64"),
    "U": ("OrderReplace", "originalOrderReference:u64 newOrderReference:u64 shares:u32 price:price4"),
    "P": ("Trade", "orderReference:u64 side:a1 shares:u32 stock:a8 price:price4 matchNumber:u64"),
    "Q": ("CrossTrade", "shares:u64 stock:a8 crossPrice:price4 matchNumber:u64 crossType:a1"),
    "B": ("BrokenTrade", "matchNumber:u64"),
    "I": (
        "OrderImbalance",
        "pairedShares:u64 imbalanceShares:u64 direction:a1 stock:a8 farPrice:price4 nearPrice:price4"
        " referencePrice:price4 crossType:a1 priceVariation:a1",
    ),
    "N": ("RetailInterest", "stock:a8 interest:a1"),
    "O": (
        "DirectListing",
        "stock:a8 openEligible:a1 minimumPrice:price4 maximumPrice:price4 nearExecutionPrice:price4"
        " nearExecutionTime:u64 lowerCollarPrice:price4 upperCollarPrice:price4",
    ),
}

# Of which fields the shares and the price are added up.
ADDED = {
    "A": ("shares", "price"),
    "F": ("shares", "price"),
    "U": ("shares", "price"),
    "E": ("executedShares", None),
    "C": ("executedShares", "executionPrice"),
    "X": ("cancelledShares", None),
    "P": ("shares", "price"),
    "Q": ("shares", "crossPrice"),
}


class Format:
    """How the messages of one type are read."""

    def __init__(self, name, fields):
        self.name = name
        self.fields = [tuple(field.split(":")) for field in (HEADER + " " + fields).split()]
        self.struct = struct.Struct(">" + "".join(KINDS[kind][1] for _, kind in self.fields))

    def read(self, data):
        """The fields by name, numbers as int and text as str without the blanks behind it."""
        values = self.struct.unpack(data)
        return {name: value_of(kind, value) for (name, kind), value in zip(self.fields, values)}

    def line(self, message):
        """All fields but the type as text, as MessageText.java has them."""
        return "".join(text_of(kind, message[name]) + "|" for name, kind in self.fields[1:]) + "\n"


def value_of(kind, value):
    if kind == "u48":
        return int.from_bytes(value, "big")
    if kind == "a1":
        return value.decode("latin-1")
    if kind[0] == "a":
        return value.decode("latin-1").rstrip(" ")
    return value


def text_of(kind, value):
    return f"{value // 10**8}.{value % 10**8:08}" if kind == "price8" else str(value)


FORMATS = {tag: Format(name, fields) for tag, (name, fields) in MESSAGES.items()}


class CorruptFeed(Exception):
    """A file that is not as the protocol has it."""


def read(feed):
    """Gives the type, the fields and the bytes of each message of a file."""
    position = 0
    while position < len(feed):
        left = len(feed) - position - 2
        if left < 0:
            raise CorruptFeed(f"position={position}: expected a length of 2 bytes, found 1 byte up to the end")
        (length,) = struct.unpack_from(">H", feed, position)
        data = feed[position + 2 : position + 2 + length]
        if len(data) < length:
            raise CorruptFeed(
                f"position={position}: expected a message of length={length}, found {left} bytes up to the end"
            )
        if length == 0:
            if left > 0:
                raise CorruptFeed(
                    f"position={position}: expected the end of the file behind the end of the session, length=0,"
                    f" found {left} bytes"
                )
            return
        tag = chr(data[0])
        if tag not in FORMATS:
            raise CorruptFeed(f"position={position}: found no type of message, {tag!r}")
        if length != FORMATS[tag].struct.size:
            raise CorruptFeed(
                f"position={position}: expected length={FORMATS[tag].struct.size} of a message of type={tag},"
                f" found length={length}"
            )
        yield tag, FORMATS[tag].read(data), data
        position += 2 + length


class Totals:
    def __init__(self):
        self.count = self.shares = self.value = self.checksum = 0

    def add(self, tag, message):
        self.count += 1
        self.checksum = zlib.crc32(FORMATS[tag].line(message).encode(), self.checksum)
        if tag in ADDED:
            shares, price = ADDED[tag]
            self.shares += message[shares]
            self.value += message[shares] * (message[price] if price else 0)


def main(path):
    with open(path, "rb") as file:
        feed = file.read()
    totals = {tag: Totals() for tag in FORMATS}
    error = None
    try:
        for tag, message, _ in read(feed):
            totals[tag].add(tag, message)
    except CorruptFeed as e:
        error = f"itch: file={path} {e}"
    print(f"{'message':<26} {'count':>9} {'shares':>14} {'value':>24} {'crc32':>8}")
    for tag, sums in totals.items():
        value = f"{sums.value // 10**4}.{sums.value % 10**4:04}"
        print(f"{FORMATS[tag].name:<26} {sums.count:>9} {sums.shares:>14} {value:>24} {sums.checksum:08x}")
    if error:
        sys.exit(error)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 examples/itch/itch.py FILE")
    main(sys.argv[1])
