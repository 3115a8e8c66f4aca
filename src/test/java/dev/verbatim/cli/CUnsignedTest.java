package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The conversions of unsigned numbers in structs in C. */
@Needs(Tool.C_COMPILER)
class CUnsignedTest {

    private static final String HEADER = """
        #include <stdint.h>
        #include <uchar.h>
        #include <wchar.h>
        typedef uint32_t row_t[2];
        struct part { int32_t delta; const uint32_t count; };
        struct packet {
            uint8_t kind; char letter; volatile uint16_t port; unsigned sequence; uint64_t id; uint8_t mac[6];
            uint16_t ports[3]; row_t matrix[2]; struct part part; struct part parts[2]; struct { uint32_t inner; };
            union { uint32_t number; float real; } value; char16_t letters[2]; uint32_t rest[];
        };
        struct signs { int8_t a; short b; int c; long d; char e; unsigned char f[4]; uint64_t g; char16_t h; char32_t i;
            wchar_t j[2]; union { struct { uint16_t k; } l; uint32_t m; }; enum { N = 1u << 31 } n; };
        """;

    private static final String CONVERSIONS = """
            // unsigned numbers in the next wider type, but for those that a class has as they are in the layout
            static final Conversions CONVERSIONS = Conversions.none()
                    .with("kind", NumberConversions.unsignedByte())
                    .with("port", NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR))
                    .with("sequence", NumberConversions.unsignedInt())
                    .with("ports[]", NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR))
                    .with("matrix[]", NumberConversions.unsignedInt())
                    .with("part.count", NumberConversions.unsignedInt())
                    .with("parts[].count", NumberConversions.unsignedInt())
                    .with("inner", NumberConversions.unsignedInt())
                    .with("rest[]", NumberConversions.unsignedInt());
        """;

    /** Compares with what a buffer has at the offsets of C. */
    private static final String READER = """
        import dev.verbatim.*;
        import java.lang.foreign.*;
        import java.lang.invoke.MethodHandles;
        import java.nio.*;
        import java.util.*;

        final class Reader {
            record Part(int delta, long count) {}
            record Packet(int kind, byte letter, int port, long sequence, long id, byte[] mac, int[] ports,
                    long[] matrix, Part part, Part[] parts, long inner, float value, char[] letters, long[] rest) {}

            static String read() {
                StructLayout layout = Layouts.withAlternative(PacketLayout.LAYOUT, "value.real");
                StructCodec<Packet> codec = StructCodec.ofRecord(
                        MethodHandles.lookup(), Packet.class, layout, PacketLayout.CONVERSIONS);
                byte[] bytes = new byte[(int) layout.byteSize()];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (128 + i);
                }
                ByteBuffer c = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
                Packet p = codec.read(MemorySegment.ofArray(bytes), 0);
                Packet expected = new Packet(Byte.toUnsignedInt(c.get(0)), c.get(1), Short.toUnsignedInt(c.getShort(2)),
                        u(c, 4), c.getLong(8), Arrays.copyOfRange(bytes, 16, 22),
                        new int[] {c.getChar(22), c.getChar(24), c.getChar(26)},
                        new long[] {u(c, 28), u(c, 32), u(c, 36), u(c, 40)}, new Part(c.getInt(44), u(c, 48)),
                        new Part[] {new Part(c.getInt(52), u(c, 56)), new Part(c.getInt(60), u(c, 64))}, u(c, 68),
                        c.getFloat(72), new char[] {c.getChar(76), c.getChar(78)}, new long[0]);
                return text(p).equals(text(expected)) ? "same" : text(p) + " and not " + text(expected);
            }

            private static long u(ByteBuffer c, int offset) {
                return Integer.toUnsignedLong(c.getInt(offset));
            }

            private static String text(Packet p) {
                return p.kind + " " + p.letter + " " + p.port + " " + p.sequence + " " + p.id + " "
                        + Arrays.toString(p.mac) + Arrays.toString(p.ports) + Arrays.toString(p.matrix) + p.part
                        + Arrays.toString(p.parts) + p.inner + " " + p.value + Arrays.toString(p.letters)
                        + Arrays.toString(p.rest);
            }
        }
        """;

    @TempDir
    Path folder;

    private String file;

    @BeforeEach
    void writeHeader() throws Exception {
        file = Files.writeString(folder.resolve("packet.h"), HEADER).toString();
    }

    @Test
    void unsignedNumbersHaveAWiderType() throws Exception {
        String source = PrintedLayouts.source("--c", file, "packet");
        assertTrue(source.contains(CONVERSIONS), source);
        Path layout = Files.writeString(folder.resolve("PacketLayout.java"), source);
        Path reader = Files.writeString(folder.resolve("Reader.java"), READER);
        PrintedLayouts.compile(folder, List.of(layout, reader));
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, CUnsignedTest.class.getClassLoader())) {
            Method read = loader.loadClass("Reader").getDeclaredMethod("read");
            read.setAccessible(true);
            assertEquals("same", read.invoke(null));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cc", "cc -funsigned-char"})
    void whatIsNoUnsignedNumberOrHasNoWiderTypeHasNoConversion(String compiler) {
        String source = PrintedLayouts.source("--c", file, "--cc", compiler, "signs");
        assertFalse(source.contains("Conversions"), source);
    }
}
