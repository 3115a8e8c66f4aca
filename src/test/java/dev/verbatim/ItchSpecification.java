package dev.verbatim;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The messages of NASDAQ TotalView-ITCH 5.0 as the tables of its specification have them, April 2023: each with its
 * length, and with the offset and the kind of each field. An oracle of what the example reads and writes.
 */
final class ItchSpecification {

    /** Behind the type, which is at offset 0. */
    private static final String HEADER = "1 u16, 3 u16, 5 u48, ";

    private static final String MESSAGES = """
        S 12 SystemEvent: 11 a1
        R 39 StockDirectory: 11 a8, 19 a1, 20 a1, 21 u32, 25 a1, 26 a1, 27 a2, 29 a1, 30 a1, 31 a1, 32 a1, 33 a1, \
        34 u32, 38 a1
        H 25 StockTradingAction: 11 a8, 19 a1, 20 a1, 21 a4
        Y 20 RegShoRestriction: 11 a8, 19 a1
        L 26 MarketParticipantPosition: 11 a4, 15 a8, 23 a1, 24 a1, 25 a1
        V 35 CircuitBreakerLevels: 11 p8, 19 p8, 27 p8
        W 12 CircuitBreakerStatus: 11 a1
        K 28 QuotingPeriodUpdate: 11 a8, 19 u32, 23 a1, 24 p4
        J 35 AuctionCollar: 11 a8, 19 p4, 23 p4, 27 p4, 31 u32
        h 21 OperationalHalt: 11 a8, 19 a1, 20 a1
        A 36 AddOrder: 11 u64, 19 a1, 20 u32, 24 a8, 32 p4
        F 40 AddAttributedOrder: 11 u64, 19 a1, 20 u32, 24 a8, 32 p4, 36 a4
        E 31 OrderExecuted: 11 u64, 19 u32, 23 u64
        C 36 OrderExecutedWithPrice: 11 u64, 19 u32, 23 u64, 31 a1, 32 p4
        X 23 OrderCancel: 11 u64, 19 u32
        D 19 OrderDelete: 11 u64
        U 35 OrderReplace: 11 u64, 19 u64, 27 u32, 31 p4
        P 44 Trade: 11 u64, 19 a1, 20 u32, 24 a8, 32 p4, 36 u64
        Q 40 CrossTrade: 11 u64, 19 a8, 27 p4, 31 u64, 39 a1
        B 19 BrokenTrade: 11 u64
        I 50 OrderImbalance: 11 u64, 19 u64, 27 a1, 28 a8, 36 p4, 40 p4, 44 p4, 48 a1, 49 a1
        N 20 RetailInterest: 11 a8, 19 a1
        O 48 DirectListing: 11 a8, 19 a1, 20 p4, 24 p4, 28 p4, 32 u64, 40 p4, 44 p4
        """;

    private static final Pattern TYPE = Pattern.compile("^(\\w) (\\d+) (\\w+): (.*)$", Pattern.MULTILINE);
    private static final Pattern FIELD = Pattern.compile("(\\d+) (\\w+)");

    private ItchSpecification() {}

    /**
     * A field.
     *
     * @param offset where it starts in the message
     * @param kind {@code u} and bits of an unsigned number, {@code p} and decimals of a price, {@code a} and bytes of
     *     text
     */
    record Field(int offset, String kind) {

        int number() {
            return Integer.parseInt(kind.substring(1));
        }

        /** {@return the value in some bytes: an Integer, a Long, a BigDecimal, a Character or a String} */
        private Object get(ByteBuffer bytes) {
            return switch (kind) {
                case "u16" -> Short.toUnsignedInt(bytes.getShort(offset));
                case "u32", "p4" -> Integer.toUnsignedLong(bytes.getInt(offset));
                case "u48" ->
                    Short.toUnsignedLong(bytes.getShort(offset)) << 32
                            | Integer.toUnsignedLong(bytes.getInt(offset + 2));
                case "u64" -> bytes.getLong(offset);
                case "p8" -> BigDecimal.valueOf(bytes.getLong(offset), 8);
                case "a1" -> (char) bytes.get(offset);
                default -> {
                    byte[] text = new byte[number()];
                    bytes.get(offset, text);
                    yield new String(text, ISO_8859_1).replaceAll(" +$", "");
                }
            };
        }

        private void put(ByteBuffer bytes, Object value) {
            switch (kind) {
                case "u16" -> bytes.putShort(offset, ((Integer) value).shortValue());
                case "u32", "p4" -> bytes.putInt(offset, ((Long) value).intValue());
                case "u48" -> {
                    bytes.putShort(offset, (short) ((Long) value >> 32));
                    bytes.putInt(offset + 2, ((Long) value).intValue());
                }
                case "u64" -> bytes.putLong(offset, (Long) value);
                case "p8" ->
                    bytes.putLong(offset, ((BigDecimal) value).unscaledValue().longValueExact());
                case "a1" -> bytes.put(offset, (byte) (char) value);
                default -> bytes.put(offset, (value + " ".repeat(number())).getBytes(ISO_8859_1), 0, number());
            }
        }

        /** {@return a random value, the least and the greatest among them; of a letter one of those that there are} */
        Object random(Random random, String letters) {
            long bits = random.nextInt(4) == 0 ? random.nextInt(3) - 1 : random.nextLong();
            return switch (kind) {
                case "u16" -> (int) bits & 0xffff;
                case "u32", "p4" -> bits & 0xffff_ffffL;
                case "u48" -> bits & 0xffff_ffff_ffffL;
                case "u64" -> bits;
                case "p8" -> BigDecimal.valueOf(bits, 8);
                case "a1" -> letters.charAt(random.nextInt(letters.length()));
                default -> {
                    byte[] text = new byte[random.nextInt(number() + 1)];
                    random.nextBytes(text);
                    yield new String(text, ISO_8859_1).replaceAll(" +$", "");
                }
            };
        }
    }

    /**
     * A type of message.
     *
     * @param tag the letter of its type
     * @param byteSize its length
     * @param name what the example calls it
     * @param fields its fields, behind the type
     */
    record MessageType(char tag, int byteSize, String name, List<Field> fields) {

        /** {@return the values of all fields} */
        List<Object> decode(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return fields.stream().map(field -> field.get(buffer)).toList();
        }

        /** {@return the bytes of a message with these values} */
        byte[] encode(List<Object> values) {
            ByteBuffer buffer = ByteBuffer.allocate(byteSize).put(0, (byte) tag);
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).put(buffer, values.get(i));
            }
            return buffer.array();
        }
    }

    /** {@return the types by their letter, in the order of the specification} */
    static Map<Character, MessageType> types() {
        Map<Character, MessageType> types = new LinkedHashMap<>();
        for (MatchResult line : TYPE.matcher(MESSAGES).results().toList()) {
            List<Field> fields = FIELD.matcher(HEADER + line.group(4))
                    .results()
                    .map(field -> new Field(Integer.parseInt(field.group(1)), field.group(2)))
                    .toList();
            char tag = line.group(1).charAt(0);
            types.put(tag, new MessageType(tag, Integer.parseInt(line.group(2)), line.group(3), fields));
        }
        return types;
    }
}
