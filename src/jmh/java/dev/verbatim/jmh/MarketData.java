package dev.verbatim.jmh;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.io.Serializable;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.Arrays;

/**
 * A snapshot of an order book, four levels deep: 2 longs and 16 doubles, 144 bytes. It is a mutable class, to be
 * reused.
 *
 * <p>The fields are those of the MarketData of the articles on trivially copyable objects, so figures can be compared.
 * It is not final because the rivals of {@link ChronicleBenchmark} inherit the fields, and public because those of
 * {@link dev.verbatim.jmh.objects} use them.
 */
public class MarketData implements Serializable {

    private static final long serialVersionUID = 1;

    /** The layout has the machine's byte order, because Unsafe writes that. */
    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("securityId"),
            JAVA_LONG.withName("time"),
            JAVA_DOUBLE.withName("bidQty0"),
            JAVA_DOUBLE.withName("bidQty1"),
            JAVA_DOUBLE.withName("bidQty2"),
            JAVA_DOUBLE.withName("bidQty3"),
            JAVA_DOUBLE.withName("askQty0"),
            JAVA_DOUBLE.withName("askQty1"),
            JAVA_DOUBLE.withName("askQty2"),
            JAVA_DOUBLE.withName("askQty3"),
            JAVA_DOUBLE.withName("bidPrice0"),
            JAVA_DOUBLE.withName("bidPrice1"),
            JAVA_DOUBLE.withName("bidPrice2"),
            JAVA_DOUBLE.withName("bidPrice3"),
            JAVA_DOUBLE.withName("askPrice0"),
            JAVA_DOUBLE.withName("askPrice1"),
            JAVA_DOUBLE.withName("askPrice2"),
            JAVA_DOUBLE.withName("askPrice3"));

    public static final long BYTES = LAYOUT.byteSize();

    public static final ReusableCodec<MarketData> CODEC = StructCodec.ofClass(lookup(), MarketData.class, LAYOUT);

    public long securityId;
    public long time;
    public double bidQty0;
    public double bidQty1;
    public double bidQty2;
    public double bidQty3;
    public double askQty0;
    public double askQty1;
    public double askQty2;
    public double askQty3;
    public double bidPrice0;
    public double bidPrice1;
    public double bidPrice2;
    public double bidPrice3;
    public double askPrice0;
    public double askPrice1;
    public double askPrice2;
    public double askPrice3;

    /** Sets every field to a value of its own, so that a check sees if two are exchanged. Returns this object. */
    public MarketData fill() {
        securityId = 0x5645_5242_4154_494DL;
        time = 1_735_689_600_123_456_789L;
        bidQty0 = 100;
        bidQty1 = 250;
        bidQty2 = 400;
        bidQty3 = 1_000;
        askQty0 = 150;
        askQty1 = 300;
        askQty2 = 500;
        askQty3 = 1_200;
        bidPrice0 = 187.23;
        bidPrice1 = 187.22;
        bidPrice2 = 187.21;
        bidPrice3 = 187.19;
        askPrice0 = 187.24;
        askPrice1 = 187.26;
        askPrice2 = 187.27;
        askPrice3 = 187.31;
        return this;
    }

    /** Whether every field is the same, to the last bit. */
    public boolean hasBitsOf(MarketData other) {
        return Arrays.equals(NativeSegmentState.bytes(this), NativeSegmentState.bytes(other));
    }
}
