package itch;

import static itch.Fields.codec;
import static itch.Fields.letter;
import static itch.Fields.price4;
import static itch.Fields.price8;
import static itch.Fields.text;
import static itch.Fields.u32;
import static itch.Fields.u64;
import static java.util.Map.entry;

import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import itch.Code.CrossType;
import itch.Code.ImbalanceDirection;
import itch.Code.Side;
import itch.Code.SystemEventCode;
import itch.Code.TradingState;
import java.math.BigDecimal;
import java.util.Map;

/**
 * A message of NASDAQ TotalView-ITCH 5.0. Prices are in units of 1/10,000 dollar, where they are no {@link BigDecimal},
 * and numbers of 64 bits are unsigned.
 */
sealed interface Message {

    // @start region="codec"
    Map<Character, StructCodec<? extends Message>> CODECS = Map.ofEntries(
            entry('S', SystemEvent.CODEC),
            entry('R', StockDirectory.CODEC),
            entry('H', StockTradingAction.CODEC),
            entry('Y', RegShoRestriction.CODEC),
            entry('L', MarketParticipantPosition.CODEC),
            entry('V', CircuitBreakerLevels.CODEC),
            entry('W', CircuitBreakerStatus.CODEC),
            entry('K', QuotingPeriodUpdate.CODEC),
            entry('J', AuctionCollar.CODEC),
            entry('h', OperationalHalt.CODEC),
            entry('A', AddOrder.CODEC),
            entry('F', AddAttributedOrder.CODEC),
            entry('E', OrderExecuted.CODEC),
            entry('C', OrderExecutedWithPrice.CODEC),
            entry('X', OrderCancel.CODEC),
            entry('D', OrderDelete.CODEC),
            entry('U', OrderReplace.CODEC),
            entry('P', Trade.CODEC),
            entry('Q', CrossTrade.CODEC),
            entry('B', BrokenTrade.CODEC),
            entry('I', OrderImbalance.CODEC),
            entry('N', RetailInterest.CODEC),
            entry('O', DirectListing.CODEC));

    TaggedCodec<Message> CODEC = tagged(CODECS);

    private static TaggedCodec<Message> tagged(Map<Character, StructCodec<? extends Message>> codecs) {
        TaggedCodec.Builder<Message> builder = TaggedCodec.builder(Message.class, Fields.TYPE, 0);
        codecs.forEach((type, codec) -> builder.with(type, codec));
        return builder.build();
    }
    // @end

    /** {@return what all messages begin with, behind their type} */
    Header header();

    /**
     * What all messages begin with.
     *
     * @param stockLocate the number of the stock on this day, or 0
     * @param trackingNumber the exchange's own
     * @param timestamp nanoseconds since midnight
     */
    record Header(int stockLocate, int trackingNumber, long timestamp) {}

    /** Something begins or ends for the whole market. */
    record SystemEvent(Header header, SystemEventCode eventCode) implements Message {
        static final StructCodec<SystemEvent> CODEC = codec(SystemEvent.class, letter("eventCode"));
    }

    /** A stock that can be traded on this day. */
    record StockDirectory(
            Header header,
            String stock,
            char marketCategory,
            char financialStatus,
            long roundLotSize,
            boolean roundLotsOnly,
            char issueClassification,
            String issueSubType,
            char authenticity,
            char shortSaleThreshold,
            char ipoFlag,
            char luldTier,
            char etpFlag,
            long etpLeverage,
            boolean inverse)
            implements Message {
        static final StructCodec<StockDirectory> CODEC = codec(
                StockDirectory.class,
                text("stock", 8),
                letter("marketCategory"),
                letter("financialStatus"),
                u32("roundLotSize"),
                letter("roundLotsOnly"),
                letter("issueClassification"),
                text("issueSubType", 2),
                letter("authenticity"),
                letter("shortSaleThreshold"),
                letter("ipoFlag"),
                letter("luldTier"),
                letter("etpFlag"),
                u32("etpLeverage"),
                letter("inverse"));
    }

    /** A stock is halted, paused or traded again. */
    record StockTradingAction(Header header, String stock, TradingState state, char reserved, String reason)
            implements Message {
        static final StructCodec<StockTradingAction> CODEC = codec(
                StockTradingAction.class, text("stock", 8), letter("state"), letter("reserved"), text("reason", 4));
    }

    /** Whether short sales of a stock are restricted. */
    record RegShoRestriction(Header header, String stock, char action) implements Message {
        static final StructCodec<RegShoRestriction> CODEC =
                codec(RegShoRestriction.class, text("stock", 8), letter("action"));
    }

    /** What a market participant is in a stock. */
    record MarketParticipantPosition(
            Header header,
            String participant,
            String stock,
            boolean primaryMarketMaker,
            char marketMakerMode,
            char participantState)
            implements Message {
        static final StructCodec<MarketParticipantPosition> CODEC = codec(
                MarketParticipantPosition.class,
                text("participant", 4),
                text("stock", 8),
                letter("primaryMarketMaker"),
                letter("marketMakerMode"),
                letter("participantState"));
    }

    /** At which values of the index the whole market is halted on this day. */
    record CircuitBreakerLevels(Header header, BigDecimal level1, BigDecimal level2, BigDecimal level3)
            implements Message {
        static final StructCodec<CircuitBreakerLevels> CODEC =
                codec(CircuitBreakerLevels.class, price8("level1"), price8("level2"), price8("level3"));
    }

    /** The index has breached a level, 1, 2 or 3. */
    record CircuitBreakerStatus(Header header, char breachedLevel) implements Message {
        static final StructCodec<CircuitBreakerStatus> CODEC =
                codec(CircuitBreakerStatus.class, letter("breachedLevel"));
    }

    /** When quotation of a new stock begins, in seconds since midnight. */
    record QuotingPeriodUpdate(Header header, String stock, long releaseTimeSeconds, char qualifier, long price)
            implements Message {
        static final StructCodec<QuotingPeriodUpdate> CODEC = codec(
                QuotingPeriodUpdate.class,
                text("stock", 8),
                u32("releaseTimeSeconds"),
                letter("qualifier"),
                price4("price"));
    }

    /** Between which prices a paused stock can be traded again. */
    record AuctionCollar(
            Header header, String stock, long referencePrice, long upperPrice, long lowerPrice, long extensions)
            implements Message {
        static final StructCodec<AuctionCollar> CODEC = codec(
                AuctionCollar.class,
                text("stock", 8),
                price4("referencePrice"),
                price4("upperPrice"),
                price4("lowerPrice"),
                u32("extensions"));
    }

    /** A stock is halted at one of the exchanges only. */
    record OperationalHalt(Header header, String stock, char market, char action) implements Message {
        static final StructCodec<OperationalHalt> CODEC =
                codec(OperationalHalt.class, text("stock", 8), letter("market"), letter("action"));
    }

    /** A new order in the book. */
    // @start region="order"
    record AddOrder(Header header, long orderReference, Side side, long shares, String stock, long price)
            implements Message {
        static final StructCodec<AddOrder> CODEC = codec(
                AddOrder.class,
                u64("orderReference"),
                letter("side"),
                u32("shares"),
                text("stock", 8),
                price4("price"));
    }
    // @end

    /** A new order in the book, of a market participant who is named. */
    record AddAttributedOrder(
            Header header, long orderReference, Side side, long shares, String stock, long price, String attribution)
            implements Message {
        static final StructCodec<AddAttributedOrder> CODEC = codec(
                AddAttributedOrder.class,
                u64("orderReference"),
                letter("side"),
                u32("shares"),
                text("stock", 8),
                price4("price"),
                text("attribution", 4));
    }

    /** An order, or a part of it, was executed at its price. */
    record OrderExecuted(Header header, long orderReference, long executedShares, long matchNumber) implements Message {
        static final StructCodec<OrderExecuted> CODEC =
                codec(OrderExecuted.class, u64("orderReference"), u32("executedShares"), u64("matchNumber"));
    }

    /** An order, or a part of it, was executed at another price. */
    record OrderExecutedWithPrice(
            Header header,
            long orderReference,
            long executedShares,
            long matchNumber,
            boolean printable,
            long executionPrice)
            implements Message {
        static final StructCodec<OrderExecutedWithPrice> CODEC = codec(
                OrderExecutedWithPrice.class,
                u64("orderReference"),
                u32("executedShares"),
                u64("matchNumber"),
                letter("printable"),
                price4("executionPrice"));
    }

    /** A part of an order was cancelled. */
    record OrderCancel(Header header, long orderReference, long cancelledShares) implements Message {
        static final StructCodec<OrderCancel> CODEC =
                codec(OrderCancel.class, u64("orderReference"), u32("cancelledShares"));
    }

    /** An order was cancelled. */
    record OrderDelete(Header header, long orderReference) implements Message {
        static final StructCodec<OrderDelete> CODEC = codec(OrderDelete.class, u64("orderReference"));
    }

    /** An order was cancelled, and another one put in its place. */
    record OrderReplace(Header header, long originalOrderReference, long newOrderReference, long shares, long price)
            implements Message {
        static final StructCodec<OrderReplace> CODEC = codec(
                OrderReplace.class,
                u64("originalOrderReference"),
                u64("newOrderReference"),
                u32("shares"),
                price4("price"));
    }

    /** An order that the book does not show was executed. */
    record Trade(Header header, long orderReference, Side side, long shares, String stock, long price, long matchNumber)
            implements Message {
        static final StructCodec<Trade> CODEC = codec(
                Trade.class,
                u64("orderReference"),
                letter("side"),
                u32("shares"),
                text("stock", 8),
                price4("price"),
                u64("matchNumber"));
    }

    /** All that was executed in an auction. */
    record CrossTrade(Header header, long shares, String stock, long crossPrice, long matchNumber, CrossType crossType)
            implements Message {
        static final StructCodec<CrossTrade> CODEC = codec(
                CrossTrade.class,
                u64("shares"),
                text("stock", 8),
                price4("crossPrice"),
                u64("matchNumber"),
                letter("crossType"));
    }

    /** An execution is void. */
    record BrokenTrade(Header header, long matchNumber) implements Message {
        static final StructCodec<BrokenTrade> CODEC = codec(BrokenTrade.class, u64("matchNumber"));
    }

    /** What an auction would give now. */
    record OrderImbalance(
            Header header,
            long pairedShares,
            long imbalanceShares,
            ImbalanceDirection direction,
            String stock,
            long farPrice,
            long nearPrice,
            long referencePrice,
            CrossType crossType,
            char priceVariation)
            implements Message {
        static final StructCodec<OrderImbalance> CODEC = codec(
                OrderImbalance.class,
                u64("pairedShares"),
                u64("imbalanceShares"),
                letter("direction"),
                text("stock", 8),
                price4("farPrice"),
                price4("nearPrice"),
                price4("referencePrice"),
                letter("crossType"),
                letter("priceVariation"));
    }

    /** On which sides there are retail orders. */
    record RetailInterest(Header header, String stock, char interest) implements Message {
        static final StructCodec<RetailInterest> CODEC =
                codec(RetailInterest.class, text("stock", 8), letter("interest"));
    }

    /** What the first price of a stock, listed without an underwriter, would be now. */
    record DirectListing(
            Header header,
            String stock,
            boolean openEligible,
            long minimumPrice,
            long maximumPrice,
            long nearExecutionPrice,
            long nearExecutionTime,
            long lowerCollarPrice,
            long upperCollarPrice)
            implements Message {
        static final StructCodec<DirectListing> CODEC = codec(
                DirectListing.class,
                text("stock", 8),
                letter("openEligible"),
                price4("minimumPrice"),
                price4("maximumPrice"),
                price4("nearExecutionPrice"),
                u64("nearExecutionTime"),
                price4("lowerCollarPrice"),
                price4("upperCollarPrice"));
    }
}
