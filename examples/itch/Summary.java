package itch;

import static java.nio.charset.StandardCharsets.UTF_8;

import itch.Message.AddAttributedOrder;
import itch.Message.AddOrder;
import itch.Message.CrossTrade;
import itch.Message.OrderCancel;
import itch.Message.OrderExecuted;
import itch.Message.OrderExecutedWithPrice;
import itch.Message.OrderReplace;
import itch.Message.Trade;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/** Counts and adds up messages by their type. {@code itch.py} prints the same. */
final class Summary {

    private static final int PRICE_DECIMALS = 4;

    /** In the order in which {@link Message} declares them, so that each has a line. */
    private final Map<Class<?>, Totals> totals = new LinkedHashMap<>();

    Summary() {
        for (Class<?> type : Message.class.getPermittedSubclasses()) {
            totals.put(type, new Totals());
        }
    }

    /** What is added up of the messages of one type. */
    private static final class Totals {

        private final CRC32 checksum = new CRC32();
        private long count;
        private BigInteger shares = BigInteger.ZERO;
        private BigInteger value = BigInteger.ZERO;

        private void add(long moreShares, long price) {
            BigInteger more = new BigInteger(Long.toUnsignedString(moreShares));
            shares = shares.add(more);
            value = value.add(more.multiply(BigInteger.valueOf(price)));
        }
    }

    // @start region="add"
    void add(Message message) {
        Totals sums = totals.get(message.getClass());
        sums.count++;
        sums.checksum.update(MessageText.of(message).getBytes(UTF_8));
        switch (message) {
            case AddOrder order -> sums.add(order.shares(), order.price());
            case AddAttributedOrder order -> sums.add(order.shares(), order.price());
            case OrderReplace order -> sums.add(order.shares(), order.price());
            case OrderExecuted execution -> sums.add(execution.executedShares(), 0);
            case OrderExecutedWithPrice execution -> sums.add(execution.executedShares(), execution.executionPrice());
            case OrderCancel cancel -> sums.add(cancel.cancelledShares(), 0);
            case Trade trade -> sums.add(trade.shares(), trade.price());
            case CrossTrade trade -> sums.add(trade.shares(), trade.crossPrice());
            default -> {} // has no shares that were ordered or traded
        }
    }
    // @end

    /** {@return a table: of each type the count, the shares, price times shares, and a checksum of all fields} */
    @Override
    public String toString() {
        Formatter table = new Formatter(Locale.ROOT);
        table.format("%-26s %9s %14s %24s %8s\n", "message", "count", "shares", "value", "crc32");
        totals.forEach((type, sums) -> table.format(
                "%-26s %9d %14d %24s %08x\n",
                type.getSimpleName(),
                sums.count,
                sums.shares,
                new BigDecimal(sums.value, PRICE_DECIMALS).toPlainString(),
                sums.checksum.getValue()));
        return table.toString();
    }
}
