package dev.verbatim.file;

import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/** A program that opens files whose headers are as long as they may be, or longer, and made to cost memory. */
final class HostileHeaderProgram {

    /** What {@link #write} makes. */
    private static final List<String> KINDS = List.of(
            "300000-fields",
            "most-fields",
            "most-values",
            "numbers",
            "lists",
            "tuples",
            "strings",
            "long-name",
            "long-wide-name",
            "long-type",
            "deep-names",
            "long-shape",
            "no-dict",
            "long-key",
            "long-number");

    private static final int FOUR_MIB = 4 << 20;

    private HostileHeaderProgram() {}

    /**
     * Prints of each file its kind, how many characters say why it is refused, and the first and the last line of that.
     * One JVM opens all of them: what is left of one is garbage when it opens the next.
     *
     * @param args where the files go, one after the other
     */
    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        for (String kind : KINDS) {
            System.out.println(kind);
            write(path, kind);
            open(path);
        }
    }

    private static void open(Path path) {
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            throw new AssertionError("opened, size=" + file.size());
        } catch (IOException | IllegalArgumentException e) {
            String message = e.getMessage().replace(path.toString(), "FILE");
            List<String> lines = message.lines().toList();
            System.out.println(message.length());
            System.out.println(e.getClass().getSimpleName() + ": " + lines.getFirst());
            System.out.println(lines.getLast());
        }
    }

    private static void write(Path path, String kind) throws IOException {
        switch (kind) {
            case "300000-fields" -> write(path, 2, descr(fields(300_000)));
            case "most-fields" -> write(path, 2, descr(fields(240_000)));
            case "most-values" -> write(path, 2, descr(fields(166_000)));
            case "numbers" -> write(path, 2, descr(fill("1,", 1)));
            case "lists" -> write(path, 2, descr(fill("[],", 1)));
            case "tuples" -> write(path, 2, descr(fill("(1,),", 1)));
            case "strings" -> write(path, 2, descr(fill("'',", 1)));
            case "long-name" -> write(path, 2, descr("('" + fill("n", 1) + "', '<i8')"));
            case "long-wide-name" -> write(path, 3, descr("('" + fill("\u4FA1", 3) + "', '<i8')"));
            case "long-type" -> write(path, 2, descr("('id', '" + fill("t", 1) + "')"));
            case "deep-names" -> write(path, 2, descr(deep(fill("\u0001", 1))));
            case "long-shape" -> write(path, 2, descr("('id', '<i8', (" + "1, ".repeat(499_000) + "))"));
            case "no-dict" -> write(path, 2, "'" + fill("x", 1) + "'");
            case "long-key" -> write(path, 2, "{'" + fill("k", 1) + "': 1}");
            case "long-number" -> write(path, 2, fill("7", 1));
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static String fields(int count) {
        return join(count, i -> "('" + Integer.toString(i, 36) + "','<i8'),");
    }

    private static String deep(String name) {
        int depth = 40;
        return "('a', [".repeat(depth) + "('" + name + "', '<i8')" + "])".repeat(depth);
    }

    /** Repeats a text up to the longest header, but for what stands around it. */
    private static String fill(String text, int bytesPerCharacter) {
        return text.repeat((FOUR_MIB - 1_000) / (text.length() * bytesPerCharacter));
    }

    private static String join(int count, IntFunction<String> part) {
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < count; i++) {
            joined.append(part.apply(i));
        }
        return joined.toString();
    }

    private static String descr(String fields) {
        return "{'descr': [" + fields + "], 'fortran_order': False, 'shape': (0,), }";
    }

    private static void write(Path path, int version, String text) throws IOException {
        Charset charset = version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        byte[] bytes = text.getBytes(charset);
        ByteBuffer header = ByteBuffer.allocate(12 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        header.put("\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1))
                .put((byte) version)
                .put((byte) 0);
        header.putInt(bytes.length).put(bytes);
        Files.write(path, header.array());
    }
}
