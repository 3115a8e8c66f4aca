package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.c.CCompiler;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conversions of unsigned numbers in structs in C. */
class CUnsignedTest {

    private static final String HEADER = """
        #include <stdint.h>
        struct part { int32_t delta; uint32_t count; };
        struct packet {
            uint8_t kind; char letter; uint16_t port; unsigned sequence; uint64_t id; int64_t time; uint8_t mac[6];
            uint16_t ports[3]; uint32_t matrix[2][2]; struct part part; struct part parts[2]; struct { uint32_t inner; };
            union { uint32_t number; float real; } value;
        };
        struct signs { int8_t a; short b; int c; long d; char e[4]; unsigned char f[4]; uint64_t g; uint32_t rest[]; };
        """;

    private static final String CONVERSIONS = """
            // unsigned numbers in the next wider type; leave out those whose bits are what is wanted
            static final Conversions CONVERSIONS = Conversions.none()
                    .with("kind", NumberConversions.unsignedByte())
                    .with("port", NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR))
                    .with("sequence", NumberConversions.unsignedInt())
                    .with("ports[]", NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR))
                    .with("matrix[]", NumberConversions.unsignedInt())
                    .with("part.count", NumberConversions.unsignedInt())
                    .with("parts[].count", NumberConversions.unsignedInt())
                    .with("inner", NumberConversions.unsignedInt());
        """;

    /** Reads bytes of which all bits are set. */
    private static final String READER = """
        import dev.verbatim.*;
        import java.lang.foreign.*;
        import java.lang.invoke.MethodHandles;

        final class Reader {
            record Part(int delta, long count) {}
            record Packet(int kind, byte letter, int port, long sequence, long id, long time, byte[] mac, int[] ports,
                    long[] matrix, Part part, Part[] parts, long inner, float value) {}

            static String read() {
                StructLayout layout = Layouts.withAlternative(PacketLayout.LAYOUT, "value.real");
                StructCodec<Packet> codec = StructCodec.ofRecord(
                        MethodHandles.lookup(), Packet.class, layout, PacketLayout.CONVERSIONS);
                byte[] bytes = new byte[(int) layout.byteSize()];
                java.util.Arrays.fill(bytes, (byte) -1);
                Packet p = codec.read(MemorySegment.ofArray(bytes), 0);
                return p.kind + " " + p.letter + " " + p.port + " " + p.sequence + " " + p.id + " " + p.time + " "
                        + p.mac[5] + " " + p.ports[2] + " " + p.matrix[3] + " " + p.part + " " + p.parts[1] + " "
                        + p.inner + " " + p.value;
            }
        }
        """;

    @TempDir
    Path folder;

    private String file;

    @BeforeAll
    static void requireCompiler() throws Exception {
        String obstacle = CCompiler.whyNoCompiler();
        assumeTrue(obstacle == null, obstacle);
    }

    @BeforeEach
    void writeHeader() throws Exception {
        file = Files.writeString(folder.resolve("packet.h"), HEADER).toString();
    }

    @Test
    void unsignedNumbersHaveAWiderType() throws Exception {
        String source = PrintedLayouts.source("--c", file, "packet");
        assertTrue(source.contains(CONVERSIONS.indent(0)), source);
        Path layout = Files.writeString(folder.resolve("PacketLayout.java"), source);
        Path reader = Files.writeString(folder.resolve("Reader.java"), READER);
        PrintedLayouts.compile(folder, List.of(layout, reader));
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, CUnsignedTest.class.getClassLoader())) {
            Method read = loader.loadClass("Reader").getDeclaredMethod("read");
            read.setAccessible(true);
            assertEquals(
                    "255 -1 65535 4294967295 -1 -1 -1 65535 4294967295 Part[delta=-1, count=4294967295]"
                            + " Part[delta=-1, count=4294967295] 4294967295 NaN",
                    read.invoke(null));
        }
    }

    @Test
    void whatHasASignOrNoWiderTypeHasNoConversion() {
        String source = PrintedLayouts.source("--c", file, "signs");
        assertFalse(source.contains("Conversions"), source);
    }
}
