package dev.verbatim.jmh.cold;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/**
 * The process that is measured: it writes its first record, or the first of each of some types, and ends. It does
 * nothing before that which boots a part of the JVM: it has no lambda, and puts no text together.
 *
 * <p>It prints two times of {@link System#nanoTime}, at the start of {@code main} and when the record was written, the
 * bytes of metaspace in use, and the number of loaded classes.
 */
public final class ColdProgram {

    /** What the types write to, when they are initialised. */
    static final MemorySegment MEMORY = Arena.global().allocate(1024, Long.BYTES);

    private static final int SHAPES = 5;
    private static final String[] NAMES = {"Quote", "Trade", "Order", "Price", "Depth"};

    private ColdProgram() {}

    public static void main(String[] args) throws ClassNotFoundException {
        long start = System.nanoTime();
        switch (ColdSubject.valueOf(args[0])) {
            case NOTHING -> {}
            case VAR_HANDLES -> HandWritten.write();
            case CODEC -> CodecOfMarketData.write();
            case TEN_CODECS -> writeOfEach(10);
            case HUNDRED_CODECS -> writeOfEach(100);
            case VIEW -> ViewOfMarketData.write();
            case VAR_CODEC -> VarMessage.write();
        }
        long end = System.nanoTime();
        long metaspace = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) { // the compressed class space is a part of it
                metaspace = pool.getUsage().getUsed();
            }
        }
        System.out.println(start);
        System.out.println(end);
        System.out.println(metaspace);
        System.out.println(ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    /** Writes a {@code MarketData}, and then a record of each of the types that {@link ColdJar} has copied. */
    private static void writeOfEach(int codecs) throws ClassNotFoundException {
        CodecOfMarketData.write();
        for (int i = 0; i < codecs - 1; i++) {
            Class.forName(typeName(i)); // initialises it, and so writes
        }
    }

    /** {@return the name of one of the types} */
    static String typeName(int number) {
        int copy = number / SHAPES;
        return ColdProgram.class
                .getPackageName()
                .concat(".")
                .concat(NAMES[number % SHAPES])
                .concat(copy < 10 ? "0" : "")
                .concat(Integer.toString(copy));
    }
}
