package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What generated code calls to make values, and to refuse them. */
public final class Values {

    private Values() {}

    /**
     * {@return what is thrown for a value that cannot be stored; the codec's handler finds out which, and throws that instead}
     */
    public static RuntimeException fault() {
        return new ValueFault();
    }

    /**
     * {@return the constant of an enum}
     *
     * @param ordinal the value that is stored
     * @param constants all constants
     */
    public static Object constant(long ordinal, Object[] constants) {
        if (ordinal < 0 || ordinal >= constants.length) {
            throw fault();
        }
        return constants[(int) ordinal];
    }

    /**
     * {@return a list to fill: the given one, or a new one of nulls where it is null or has another size}
     *
     * @param list the list that there is
     * @param size the size
     */
    public static List<Object> listOfSize(@Nullable List<Object> list, int size) {
        return list != null && list.size() == size ? list : Arrays.asList(new Object[size]);
    }

    /**
     * {@return what is thrown for a nested type that cannot be created}
     *
     * @param type the type
     */
    public static RuntimeException noConstructor(Class<?> type) {
        return new UnsupportedOperationException(
                notConstructible(type) + "; read into an object that holds one already" + (isAbstract(type) ? "" : ", or add a constructor"));
    }

    /** {@return why a type cannot be created, as messages begin} */
    static String notConstructible(Class<?> type) {
        return "cannot read a new " + type.getName()
                + (isAbstract(type) ? ": it is abstract" : ": it has no accessible no-argument constructor");
    }

    private static boolean isAbstract(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers());
    }

    /**
     * {@return a list to fill, of a variable number of objects: the given one where it can have that size, else a new one; without
     * the elements that are too many}
     *
     * @param list the list that there is
     * @param size the size
     */
    public static List<@Nullable Object> arrayListUpTo(@Nullable List<@Nullable Object> list, int size) {
        if (!(list instanceof ArrayList<@Nullable Object> reused)) {
            return new ArrayList<>(size);
        }
        if (reused.size() > size) {
            reused.subList(size, reused.size()).clear();
        }
        return reused;
    }

    /**
     * {@return the boolean of a byte, as VarHandles have it}
     *
     * @param value the byte
     */
    public static boolean isTrue(byte value) {
        return value != 0;
    }

    /**
     * {@return an element of a list; {@code null} where the list is shorter}
     *
     * @param list the list
     * @param index the index
     */
    public static @Nullable Object getOrNull(List<@Nullable Object> list, int index) {
        return index < list.size() ? list.get(index) : null;
    }

    /**
     * Sets an element of a list, or adds it at the end.
     *
     * @param list the list
     * @param index the index, at most the list's size
     * @param element the element
     */
    public static void setOrAdd(List<@Nullable Object> list, int index, Object element) {
        if (index < list.size()) {
            list.set(index, element);
        } else {
            list.add(element);
        }
    }

    /** Tells the handler to look for a value that cannot be stored. It is replaced before anyone sees it. */
    static sealed class ValueFault extends RuntimeException {

        private static final long serialVersionUID = 1;

        ValueFault() {
            super(null, null, false, false);
        }
    }

    /**
     * Says what is wrong in memory, and where. The path of the member is added on the way up: to make it on the way down would cost more than
     * to read the record.
     */
    static final class CorruptFault extends ValueFault {

        private static final long serialVersionUID = 1;

        final String expected;
        final String found;
        private long position;
        private String path = "";

        CorruptFault(long position, String expected, String found) {
            this.position = position;
            this.expected = expected;
            this.found = found;
        }

        /** Adds the name of what the path lies in, or an index such as {@code [3]}. */
        CorruptFault in(String name) {
            path = name + (path.isEmpty() || path.startsWith("[") ? "" : ".") + path;
            return this;
        }

        /** Moves the position from where bytes were read to where they lie. */
        CorruptFault movedBy(long distance) {
            position += distance;
            return this;
        }

        /**
         * {@return what is thrown}
         *
         * @param attempt how the message begins
         * @param shift what is added to the position to make the offset in the segment
         * @param whole what the path is where it is empty
         */
        CorruptRecordException toException(String attempt, long shift, String whole) {
            return new CorruptRecordException(attempt + (path.isEmpty() ? whole : path) + " at offset=" + (position + shift)
                    + ": expected " + expected + ", found " + found);
        }
    }

    /** Says that a member of a view is null, where something in it was asked for. */
    static final class NullPart extends ValueFault {

        private static final long serialVersionUID = 1;
    }

    /** Says that a list or an array in a tail has no element of the index. */
    static final class NoElement extends ValueFault {

        private static final long serialVersionUID = 1;

        final int count;

        NoElement(int count) {
            this.count = count;
        }
    }

    /** Says that a record would exceed {@link dev.verbatim.internal.model.VarDescriptor#MAX_BYTE_SIZE}. */
    static final class TooLarge extends ValueFault {

        private static final long serialVersionUID = 1;
    }
}
