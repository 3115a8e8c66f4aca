package dev.verbatim.cli;

import dev.verbatim.text.HalfFloat;
import dev.verbatim.text.JsonNumber;
import dev.verbatim.text.MalformedTextException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an entry has to fulfil, made by {@link ConditionParser}. */
@FunctionalInterface
interface Condition {

    /**
     * {@return whether it holds for an entry}
     *
     * @throws BadInputException if the entry has no such member, or one of another type; the message has the column
     */
    boolean holds(ShownEntry entry) throws BadInputException;

    /** At least one of several conditions. They are in a list: one in another would need a stack as deep. */
    record Any(List<Condition> conditions) implements Condition {
        @Override
        public boolean holds(ShownEntry entry) throws BadInputException {
            for (Condition condition : conditions) {
                if (condition.holds(entry)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** All of several conditions. */
    record All(List<Condition> conditions) implements Condition {
        @Override
        public boolean holds(ShownEntry entry) throws BadInputException {
            for (Condition condition : conditions) {
                if (!condition.holds(entry)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** One side of a comparison. */
    @FunctionalInterface
    interface Operand {
        /** {@return a boolean, a text, {@link ShownBytes}, a box, a {@link Literal}, a map, a list, or null} */
        @Nullable
        Object value(ShownEntry entry) throws BadInputException;
    }

    /**
     * A number of the condition. It has the type of what it is compared with: so {@code price == 0.1} holds for the
     * {@code float} that is shown as 0.1.
     */
    record Literal(String text, BigDecimal exact) {

        static Literal of(String text) throws BadInputException {
            try {
                return new Literal(text, new BigDecimal(text));
            } catch (NumberFormatException e) {
                throw new BadInputException("expected a number with an exponent of at most 32 bits, found "
                        + MalformedTextException.quote(text));
            }
        }
    }

    /** How two values are compared. */
    enum Comparison {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS_OR_EQUAL("<="),
        GREATER_OR_EQUAL(">="),
        LESS("<"),
        GREATER(">");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }

        boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER_OR_EQUAL -> order >= 0;
                case LESS -> order < 0;
                case GREATER -> order > 0;
            };
        }

        /**
         * {@return whether this holds for two values} Null is equal to null alone, and neither less nor greater than
         * anything; nor is a NaN, which is equal to nothing.
         *
         * @throws BadInputException if values of these types cannot be compared
         */
        boolean holds(@Nullable Object left, @Nullable Object right) throws BadInputException {
            return holdsFor(ofText(left), ofText(right));
        }

        /** {@return a value; the number of an entry that is read from JSON as one of the condition} */
        private static @Nullable Object ofText(@Nullable Object value) throws BadInputException {
            return value instanceof JsonNumber number ? Literal.of(number.text()) : value;
        }

        private boolean holdsFor(@Nullable Object left, @Nullable Object right) throws BadInputException {
            if (left == null || right == null) {
                boolean same = left == null && right == null;
                return this == EQUAL ? same : this == NOT_EQUAL && !same;
            } else if (isNumber(left) && isNumber(right)) {
                return (isNan(left) || isNan(right)) ? this == NOT_EQUAL : holds(compareNumbers(left, right));
            } else if (isText(left) && isText(right)) {
                return holds(ShownBytes.compare(left, right));
            } else if (left instanceof Boolean first && right instanceof Boolean second) {
                if (this == EQUAL || this == NOT_EQUAL) {
                    return holds(Boolean.compare(first, second));
                }
                throw new BadInputException("expected == or != between truth values, found " + sign);
            }
            throw new BadInputException(
                    "expected values of the same type, found " + type(left) + " and " + type(right));
        }

        private static boolean isNumber(Object value) {
            return value instanceof Number || value instanceof Literal;
        }

        private static boolean isText(Object value) {
            return value instanceof String || value instanceof Character || value instanceof ShownBytes;
        }

        private static boolean isFloating(Object value) {
            return value instanceof Float || value instanceof Double || value instanceof HalfFloat;
        }

        private static boolean isNan(Object value) {
            return isFloating(value) && Double.isNaN(((Number) value).doubleValue());
        }

        private static int compareNumbers(Object left, Object right) {
            Object first = as(left, right);
            Object second = as(right, left);
            if (isFloating(first) && isFloating(second)) {
                double a = ((Number) first).doubleValue();
                double b = ((Number) second).doubleValue();
                return a < b ? -1 : a > b ? 1 : 0; // as numbers: -0.0 is 0.0
            } else if (isInfinite(first)) {
                return ((Number) first).doubleValue() > 0 ? 1 : -1;
            } else if (isInfinite(second)) {
                return ((Number) second).doubleValue() > 0 ? -1 : 1;
            }
            return exact(first).compareTo(exact(second));
        }

        /**
         * {@return a value; a literal in the type of a floating-point number that it is compared with, if that has it}
         */
        private static Object as(Object value, Object other) {
            if (value instanceof Literal literal && isFloating(other)) {
                double nearest = nearest(literal.text, other);
                return Double.isInfinite(nearest) ? value : nearest;
            }
            return value;
        }

        /** {@return the number of a value's type that is the nearest to a literal; an infinite one beyond the type} */
        private static double nearest(String literal, Object other) {
            if (other instanceof HalfFloat) {
                try {
                    return HalfFloat.valueOf(literal).doubleValue();
                } catch (MalformedTextException e) {
                    return Double.POSITIVE_INFINITY;
                }
            }
            return other instanceof Float ? Float.parseFloat(literal) : Double.parseDouble(literal);
        }

        private static boolean isInfinite(Object value) {
            return isFloating(value) && Double.isInfinite(((Number) value).doubleValue());
        }

        private static BigDecimal exact(Object value) {
            return switch (value) {
                case Literal literal -> literal.exact;
                case Float f -> new BigDecimal(f);
                case Double d -> new BigDecimal(d);
                case HalfFloat half -> new BigDecimal(half.doubleValue());
                case BigInteger whole -> new BigDecimal(whole);
                default -> BigDecimal.valueOf(((Number) value).longValue());
            };
        }

        private static String type(Object value) {
            return switch (value) {
                case Boolean _ -> "a truth value";
                case Map<?, ?> _ -> "an object";
                case List<?> _ -> "an array";
                case Object other when isNumber(other) -> "a number";
                default -> "a text";
            };
        }
    }
}
