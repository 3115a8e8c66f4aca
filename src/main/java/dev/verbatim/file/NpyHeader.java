package dev.verbatim.file;

import static dev.verbatim.file.NpyDescriptor.COUNT_COLUMNS;
import static dev.verbatim.file.NpyDescriptor.HEADER_LENGTH_OFFSET;
import static dev.verbatim.file.NpyDescriptor.MAGIC;
import static dev.verbatim.file.NpyDescriptor.MAJOR_VERSION_OFFSET;
import static dev.verbatim.file.NpyDescriptor.MAX_HEADER_LENGTH_1;
import static dev.verbatim.file.NpyDescriptor.MINOR_VERSION_OFFSET;
import static dev.verbatim.file.NpyDescriptor.RECORD_ALIGNMENT;
import static dev.verbatim.file.NpyDescriptor.headerOffset;

import dev.verbatim.file.PythonLiteral.Node;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.PythonLiteral.Tuple;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The header of a {@code .npy} file.
 *
 * @param dtype the type of a struct
 * @param count the number of structs
 * @param countOffset where the field of fixed width with the count starts, in bytes from the start of the file; -1 in a
 *     file that has no such field, because Verbatim did not make it
 * @param dataOffset where the structs start, in bytes from the start of the file
 */
record NpyHeader(NpyDtype.Struct dtype, long count, long countOffset, long dataOffset) {

    /** A longer header text is taken for a corrupt length, or for an attack; 100,000 members have a shorter one. */
    static final int MAX_HEADER_LENGTH = 4 << 20;

    /**
     * {@return the bytes of a file without structs, up to the place where the structs start}
     *
     * @throws IllegalArgumentException if the bytes are too many to be read again
     */
    static byte[] encode(NpyDtype.Struct dtype) {
        String start = "{'descr': " + dtype.toLiteral() + ", 'fortran_order': False, 'shape': (";
        String end = NpyCount.columns(0) + ",), }";
        boolean latin1 = start.chars().allMatch(c -> c <= 0xFF);
        byte[] header = latin1 ? encode(1, start, end) : encode(3, start, end);
        if (latin1 && header.length - headerOffset(1) > MAX_HEADER_LENGTH_1) {
            header = encode(2, start, end);
        }
        requireReadable(start + end, header.length);
        return header;
    }

    private static void requireReadable(String text, int length) {
        String refusal = "cannot store such records in a file: expected ";
        if (length > MAX_HEADER_LENGTH) {
            throw new IllegalArgumentException(
                    refusal + "a header of at most " + MAX_HEADER_LENGTH + " bytes, found " + length);
        }
        try {
            PythonLiteral.parse(text);
        } catch (SyntaxException e) {
            throw new IllegalArgumentException(refusal + "a header of " + e.expected + ", found " + e.found, e);
        }
    }

    private static byte[] encode(int version, String start, String end) {
        byte[] startBytes = start.getBytes(charset(version));
        byte[] endBytes = end.getBytes(charset(version));
        int headerOffset = headerOffset(version);
        // Blanks before the count align its last eight columns.
        int countEnd = roundUp(headerOffset + startBytes.length + COUNT_COLUMNS, Long.BYTES);
        int fieldOffset = countEnd - COUNT_COLUMNS;
        int dataOffset = roundUp(fieldOffset + endBytes.length + 1, RECORD_ALIGNMENT);
        byte[] bytes = new byte[dataOffset];
        Arrays.fill(bytes, (byte) ' ');
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(MAGIC).put((byte) version).put((byte) 0);
        if (version == 1) {
            buffer.putShort((short) (dataOffset - headerOffset));
        } else {
            buffer.putInt(dataOffset - headerOffset);
        }
        buffer.put(startBytes).put(fieldOffset, endBytes).put(dataOffset - 1, (byte) '\n');
        return bytes;
    }

    private static int roundUp(int value, int multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    private static Charset charset(int version) {
        return version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    }

    /**
     * Reads the header of a file.
     *
     * @throws StructFileException if there is no header, or if it cannot be understood
     */
    static NpyHeader read(Path file, FileChannel channel) throws IOException {
        ByteBuffer start = read(file, channel, 0, headerOffset(1), "the start of a .npy header");
        if (!start.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw new StructFileException(
                    file, 0, "the magic bytes \\x93NUMPY of a .npy file", hex(start, 0, MAGIC.length));
        }
        int major = Byte.toUnsignedInt(start.get(MAJOR_VERSION_OFFSET));
        int minor = Byte.toUnsignedInt(start.get(MINOR_VERSION_OFFSET));
        if (major < 1 || major > 3 || minor != 0) {
            throw new StructFileException(
                    file, MAJOR_VERSION_OFFSET, "version 1.0, 2.0 or 3.0 of the .npy format", major + "." + minor);
        }
        long length = major == 1
                ? Short.toUnsignedLong(start.getShort(HEADER_LENGTH_OFFSET))
                : Integer.toUnsignedLong(read(file, channel, HEADER_LENGTH_OFFSET, Integer.BYTES, "the header's length")
                        .getInt(0));
        if (length > MAX_HEADER_LENGTH) {
            throw new StructFileException(
                    file,
                    HEADER_LENGTH_OFFSET,
                    "a header of at most " + MAX_HEADER_LENGTH + " bytes",
                    length + " bytes");
        }
        int headerOffset = headerOffset(major);
        ByteBuffer header = read(file, channel, headerOffset, (int) length, "a header of " + length + " bytes");
        String text;
        try {
            text = charset(major).newDecoder().decode(header).toString();
        } catch (CharacterCodingException e) {
            StructFileException exception = new StructFileException(
                    file,
                    headerOffset + header.position(),
                    "text in " + charset(major),
                    hex(header, header.position(), 1));
            exception.initCause(e);
            throw exception;
        }
        try {
            return parse(text, headerOffset, charset(major));
        } catch (SyntaxException e) {
            long position = headerOffset + byteLength(text, e.position, charset(major));
            StructFileException exception = new StructFileException(file, position, e.expected, e.found);
            exception.initCause(e);
            throw exception;
        }
    }

    private static ByteBuffer read(Path file, FileChannel channel, long position, int length, String expected)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            int count;
            try {
                count = channel.read(bytes, position + bytes.position());
            } catch (IOException e) {
                throw StructFileException.failed(file, "read " + expected, e);
            }
            if (count < 0) {
                throw new StructFileException(
                        file,
                        position,
                        expected,
                        "the end of the file after " + (position + bytes.position()) + " bytes");
            }
        }
        return bytes.flip();
    }

    private static NpyHeader parse(String text, int headerOffset, Charset charset) throws SyntaxException {
        // NumPy takes Python 2's long numbers in versions 1.0 and 2.0, which are in Latin-1; Python 2 wrote no 3.0.
        boolean mayBeOfPython2 = charset.equals(charset(1));
        Node root = mayBeOfPython2 ? PythonLiteral.parseOfPython2(text) : PythonLiteral.parse(text);
        if (!(root.value() instanceof Map<?, ?> dict)) {
            throw new SyntaxException(root.start(), "a dict with 'descr', 'fortran_order' and 'shape'", text.strip());
        }
        NpyDtype.Struct dtype = NpyDtypeParser.parse(entry(dict, "descr", root), text);
        Node fortranOrder = entry(dict, "fortran_order", root);
        if (!(fortranOrder.value() instanceof Boolean)) {
            throw new SyntaxException(fortranOrder.start(), "True or False", describe(fortranOrder, text));
        }
        Node shape = entry(dict, "shape", root);
        if (!(shape.value() instanceof Tuple(List<Node> sizes))
                || sizes.size() != 1
                || !(sizes.getFirst().value() instanceof Long count)) {
            throw new SyntaxException(
                    shape.start(), "the shape of a one-dimensional array, as a.ravel() has", describe(shape, text));
        }
        int countEnd = sizes.getFirst().end();
        int countStart = countEnd - COUNT_COLUMNS;
        long fileCountEnd = headerOffset + byteLength(text, countEnd, charset);
        boolean fixedWidth = countStart > shape.start()
                && text.charAt(countEnd - 1) != 'L' // it would not be a digit of a column
                && sizes.getFirst().start() >= countStart + NpyCount.HIGH_WORD_OFFSET
                && text.substring(countStart, sizes.getFirst().start()).chars().allMatch(c -> c == ' ')
                && fileCountEnd % Long.BYTES == 0;
        long dataOffset = headerOffset + byteLength(text, text.length(), charset);
        if (!fixedWidth) {
            return new NpyHeader(dtype, count, -1, dataOffset);
        }
        String columns = text.substring(countStart, countEnd);
        try {
            return new NpyHeader(dtype, NpyCount.parse(columns), fileCountEnd - COUNT_COLUMNS, dataOffset);
        } catch (NumberFormatException e) {
            throw new SyntaxException(sizes.getFirst().start(), "a count of records", columns.strip());
        }
    }

    private static Node entry(Map<?, ?> dict, String key, Node root) throws SyntaxException {
        if (dict.get(key) instanceof Node node) {
            return node;
        }
        throw new SyntaxException(root.start(), "a dict with the key '" + key + "'", "the keys " + dict.keySet());
    }

    private static String describe(Node node, String text) {
        return text.substring(node.start(), node.end());
    }

    private static long byteLength(String text, int end, Charset charset) {
        return text.substring(0, Math.min(end, text.length())).getBytes(charset).length;
    }

    private static String hex(ByteBuffer bytes, int offset, int length) {
        byte[] start = new byte[length];
        bytes.get(offset, start);
        return HexFormat.ofDelimiter(" ").formatHex(start);
    }
}
