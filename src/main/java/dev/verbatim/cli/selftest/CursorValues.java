package dev.verbatim.cli.selftest;

import dev.verbatim.SegmentCursor;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.cli.selftest.Everything.Part;
import dev.verbatim.cli.selftest.Message.Tag;

/** Values of every kind that a cursor puts, one behind the other. */
final class CursorValues {

    private final StructCodec<Part> parts;
    private final VarCodec<Tag> tags;

    CursorValues(StructCodec<Part> parts, VarCodec<Tag> tags) {
        this.parts = parts;
        this.tags = tags;
    }

    SegmentCursor put(SegmentCursor cursor) {
        Everything value = Everything.VALUE;
        return cursor.putBoolean(value.flag())
                .putByte(value.b())
                .putShort(value.s())
                .putChar(value.c())
                .putInt(value.i())
                .putLong(value.l())
                .putFloat(value.f())
                .putDouble(value.d())
                .putString(value.text())
                .putNull()
                .putBooleanArray(value.flags())
                .putByteArray(value.bytes())
                .putShortArray(value.shorts())
                .putCharArray(value.chars())
                .putIntArray(value.ints())
                .putLongArray(value.longs())
                .putFloatArray(value.floats())
                .putDoubleArray(value.doubles())
                .putLongs(value.longs())
                .align(Long.BYTES)
                .put(parts, value.part())
                .put(tags, new Tag("a"));
    }

    void copy(SegmentCursor from, SegmentCursor to) {
        to.putBoolean(from.getBoolean())
                .putByte(from.getByte())
                .putShort(from.getShort())
                .putChar(from.getChar())
                .putInt(from.getInt())
                .putLong(from.getLong())
                .putFloat(from.getFloat())
                .putDouble(from.getDouble())
                .putString(from.getString());
        if (from.getNull()) {
            to.putNull();
        }
        long[] longs = new long[Everything.VALUE.longs().length];
        to.putBooleanArray(from.getBooleanArray())
                .putByteArray(from.getByteArray())
                .putShortArray(from.getShortArray())
                .putCharArray(from.getCharArray())
                .putIntArray(from.getIntArray())
                .putLongArray(from.getLongArray())
                .putFloatArray(from.getFloatArray())
                .putDoubleArray(from.getDoubleArray());
        from.getLongs(longs);
        to.putLongs(longs)
                .align(Long.BYTES)
                .put(parts, from.skipPadding(Long.BYTES).get(parts))
                .put(tags, from.get(tags));
    }
}
