package dev.verbatim.cli;

import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A bit-field of a struct in C. Its bits are counted from the start of the struct as they lie in memory: in each byte
 * from the lowest bit on little-endian machines, from the highest one on big-endian machines.
 *
 * @param name its name
 * @param bitOffset where its first bit lies
 * @param bitSize how many bits it has, at least one
 * @param unitSize the size of its type, in bytes
 * @param kind what its bits are
 * @param order the byte order of numbers that have its bits in a row; null if the compiler does not tell it
 */
record BitField(
        String name,
        long bitOffset,
        long bitSize,
        long unitSize,
        Kind kind,
        @Nullable ByteOrder order) {

    enum Kind {
        BOOLEAN,
        SIGNED,
        UNSIGNED
    }

    /**
     * {@return a bit-field that debugging information describes}
     *
     * @param member the member with a name and a number of bits
     * @param start where the struct begins that has it, in bytes from the start of that around it
     * @param machine the byte order of the machine
     * @param order that of the field, likewise
     */
    static BitField of(DebugEntry member, String name, long start, ByteOrder machine, @Nullable ByteOrder order) {
        DebugEntry type = member.type();
        if (type == null) {
            throw new IllegalArgumentException("expected a type of bit-field " + name + ", found none");
        }
        long unitSize = type.number(DebugEntry.BYTE_SIZE);
        long bitSize = member.number(DebugEntry.BIT_SIZE);
        long bitOffset = member.number(DebugEntry.DATA_BIT_OFFSET);
        if (!member.has(DebugEntry.DATA_BIT_OFFSET)) {
            // DWARF 2 counts down from the highest bit of a number, wherever that lies in memory.
            long fromHighest = member.number(DebugEntry.BIT_OFFSET);
            long numberSize = member.has(DebugEntry.BYTE_SIZE) ? member.number(DebugEntry.BYTE_SIZE) : unitSize;
            bitOffset = member.number(DebugEntry.MEMBER_LOCATION) * Byte.SIZE
                    + (machine == ByteOrder.BIG_ENDIAN ? fromHighest : numberSize * Byte.SIZE - fromHighest - bitSize);
        }
        return new BitField(name, start * Byte.SIZE + bitOffset, bitSize, unitSize, kind(type), order);
    }

    private static Kind kind(DebugEntry type) {
        DebugEntry number = type.tag() == DebugEntry.ENUMERATION_TYPE ? type.type() : type;
        return switch ((int) (number == null ? type : number).number(DebugEntry.ENCODING)) {
            case DebugEntry.BOOLEAN -> Kind.BOOLEAN;
            case DebugEntry.SIGNED, DebugEntry.SIGNED_CHAR -> Kind.SIGNED;
            default -> Kind.UNSIGNED;
        };
    }

    /** {@return the first byte that has bits of this} */
    long start() {
        return Math.floorDiv(bitOffset, Byte.SIZE);
    }

    /** {@return the end of the bytes that have bits of this} */
    long end() {
        return Math.ceilDiv(bitOffset + bitSize, Byte.SIZE);
    }

    /** {@return where the unit begins that a C compiler has for this; where its own bytes do if they are in no unit} */
    long unitStart() {
        return isInUnit() ? start() / unitSize * unitSize : start();
    }

    /** {@return the end of that unit} */
    long unitEnd() {
        return isInUnit() ? unitStart() + unitSize : end();
    }

    /** Packed bit-fields may begin in one unit and end in the next one. */
    private boolean isInUnit() {
        return start() % unitSize + end() - start() <= unitSize;
    }
}
