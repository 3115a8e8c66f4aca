package dev.verbatim.jmh.leaving;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Runs the rows of some libraries, and says {@code same} if both sides of each left the same behind.
 *
 * <pre>{@code
 * java --add-opens java.base/jdk.internal.misc=ALL-UNNAMED -cp target/benchmarks.jar \
 *     dev.verbatim.jmh.leaving.RowsCheck agrona sbe kryo chronicle values
 * }</pre>
 *
 * <p>Chronicle's two need more options, which {@code ChronicleBenchmark} lists.
 */
public final class RowsCheck {

    private RowsCheck() {}

    public static void main(String[] args) throws IOException {
        for (String library : args) {
            switch (library) {
                case "agrona" -> {
                    AgronaRows.check();
                    AgronaRingRows.check();
                }
                case "sbe" -> SbeRows.check();
                case "kryo" -> KryoRows.check();
                case "chronicle" -> ChronicleRows.check();
                case "values" -> ValuesRows.check();
                default -> throw new IllegalArgumentException("unknown library: " + library);
            }
        }
        System.out.println("same");
    }

    static void same(Object there, Object here) {
        if (!Objects.equals(there, here)) {
            throw new IllegalStateException("there=" + there + " here=" + here);
        }
    }

    static void same(byte[] there, MemorySegment here) {
        same(HexFormat.of().formatHex(there), HexFormat.of().formatHex(here.toArray(JAVA_BYTE)));
    }

    static void fails(Class<? extends Throwable> expected, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            if (expected.isInstance(e)) {
                return;
            }
            throw e;
        }
        throw new IllegalStateException("expected " + expected + ", found no exception");
    }
}
