package dev.verbatim.internal.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ConcurrentModificationException;
import java.util.Objects;

/**
 * A text in the tail of a variable-length record, read where it lies. Its bytes were UTF-8 when the view handed it out.
 *
 * <p>Most texts begin with ASCII, in which the index of a character is that of its byte. Behind the ASCII a cursor
 * keeps the place of the character that was asked for last. So a walk in either direction decodes each character once.
 */
public final class TailText implements CharSequence {

    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private MemorySegment segment = MemorySegment.NULL;
    private long start;
    private int byteLength;
    private int length;

    /** The number of ASCII characters that the text begins with. */
    private int ascii;

    /** The index of a character that is no low surrogate; {@code cursorByte} is the index of its first byte. */
    private int cursor;

    private int cursorByte;

    /** A buffer for the bytes of one character. */
    private final byte[] bytes = new byte[4];

    /** Called by generated code only: makes one that points to no text yet. */
    public TailText() {}

    /** Points this to a text; bytes that are not UTF-8 are a fault. */
    void point(MemorySegment newSegment, long newStart, int newByteLength) {
        int newAscii = asciiPrefix(newSegment, newStart, newByteLength);
        if (newAscii < newByteLength && newByteLength > Utf8.MAX_BYTES) {
            throw TailRules.tooLong(newStart, newByteLength);
        }
        int chars = newAscii;
        for (int i = newAscii; i < newByteLength; ) {
            int codePoint = codePoint(newSegment, newStart, i, newByteLength);
            if (codePoint < 0) {
                byte[] all = Fence.toArray(newSegment, newStart, newByteLength);
                throw TailRules.notUtf8(newStart, all, 0, newByteLength);
            }
            chars += Character.charCount(codePoint);
            i += Utf8.size(codePoint);
        }
        segment = newSegment;
        start = newStart;
        byteLength = newByteLength;
        length = chars;
        ascii = newAscii;
        cursor = newAscii;
        cursorByte = newAscii;
    }

    private static int asciiPrefix(MemorySegment segment, long start, int byteLength) {
        int i = 0;
        while (i <= byteLength - Long.BYTES
                && (segment.get(ValueLayout.JAVA_LONG_UNALIGNED, start + i) & NOT_ASCII) == 0) {
            i += Long.BYTES;
        }
        while (i < byteLength && segment.get(ValueLayout.JAVA_BYTE, start + i) >= 0) {
            i++;
        }
        return i;
    }

    /** {@return the code point that starts at a byte; -1 if the bytes there are not UTF-8} */
    private int codePoint(MemorySegment source, long from, int index, int end) {
        byte first = source.get(ValueLayout.JAVA_BYTE, from + index);
        if (first >= 0) {
            return first;
        }
        int count = Math.min(bytes.length, end - index);
        for (int i = 0; i < count; i++) {
            bytes[i] = source.get(ValueLayout.JAVA_BYTE, from + index + i);
        }
        return Utf8.codePoint(bytes, 0, count);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        Objects.checkIndex(index, length);
        Fence.beforeAccess();
        if (index < ascii) {
            return (char) (segment.get(ValueLayout.JAVA_BYTE, start + index) & 0x7F);
        }
        while (index < cursor) {
            back();
        }
        int codePoint = atCursor();
        while (index >= cursor + Character.charCount(codePoint)) {
            cursor += Character.charCount(codePoint);
            cursorByte += Utf8.size(codePoint);
            codePoint = atCursor();
        }
        if (Character.isBmpCodePoint(codePoint)) {
            return (char) codePoint;
        }
        return index == cursor ? Character.highSurrogate(codePoint) : Character.lowSurrogate(codePoint);
    }

    private void back() {
        if (cursorByte <= ascii) {
            throw changed();
        }
        do {
            cursorByte--;
        } while (cursorByte > ascii && (segment.get(ValueLayout.JAVA_BYTE, start + cursorByte) & 0xC0) == 0x80);
        cursor -= Character.charCount(atCursor());
    }

    private int atCursor() {
        int codePoint = cursorByte < byteLength ? codePoint(segment, start, cursorByte, byteLength) : -1;
        if (codePoint < 0) {
            throw changed();
        }
        return codePoint;
    }

    private RuntimeException changed() {
        cursor = ascii;
        cursorByte = ascii;
        return new ConcurrentModificationException(
                "cannot read text at offset=" + start + ": it changed after it was handed out");
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        Objects.checkFromToIndex(from, to, length);
        return toString().substring(from, to);
    }

    @Override
    public String toString() {
        try {
            return Utf8.decode(Fence.toArray(segment, start, byteLength), 0, byteLength);
        } catch (ValueFault e) {
            throw changed();
        }
    }
}
