package dev.verbatim.jmh.report;

import java.util.Locale;
import java.util.Map;

/** What shapes, rivals and directions are called in tables, as Markdown. */
final class Names {

    private static final Map<String, String> RIVALS = Map.ofEntries(
            Map.entry("javaSerialization", "Java serialisation"),
            Map.entry("randomAccessFile", "Java serialisation, `RandomAccessFile`"),
            Map.entry("byteBuffer", "`ByteBuffer`, field by field"),
            Map.entry("chronicleDefault", "Chronicle Bytes, default"),
            Map.entry("chronicleExplicit", "Chronicle Bytes, explicit"),
            Map.entry("chronicleTriviallyCopyable", "Chronicle Bytes, trivially copyable"),
            Map.entry("kryo", "Kryo"),
            Map.entry("kryoFields", "Kryo, its own serialisers"),
            Map.entry("fory", "Fory"),
            Map.entry("sbe", "SBE"),
            Map.entry("sbeUnchecked", "SBE, without bounds checks"),
            Map.entry("flatBuffers", "FlatBuffers"),
            Map.entry("unsafe", "`Unsafe` memory buffer"),
            Map.entry("unsafeFields", "`sun.misc.Unsafe`, field by field"),
            Map.entry("unsafeBlock", "`sun.misc.Unsafe`, as a block"),
            Map.entry("varHandles", "VarHandles, by hand"),
            Map.entry("codec", "**Verbatim**"),
            Map.entry("codecHeap", "**Verbatim**, on the heap"),
            Map.entry("codecChannel", "**Verbatim**, through a channel"),
            Map.entry("codecMapping", "**Verbatim**, through a mapping"),
            Map.entry("cursor", "**Verbatim**, a cursor"),
            Map.entry("handMadeCursor", "VarHandles, in a cursor by hand"),
            Map.entry("view", "**Verbatim**, a view"),
            Map.entry("emissary", "**Verbatim**, an emissary"),
            Map.entry("handWritten", "a class written by hand"),
            Map.entry("proxy", "`java.lang.reflect.Proxy`"),
            Map.entry("ownWork", "**Verbatim**, the caller without one call of the codec"),
            Map.entry("codecCall", "**Verbatim**, that call alone"),
            Map.entry("empty", "neither"),
            Map.entry("memorySegment", "`MemorySegment.copy`"),
            Map.entry("codecWithoutChecksum", "**Verbatim**, without checksums"),
            Map.entry("codecVariable", "**Verbatim**, of variable length"),
            Map.entry("chronicleQueue", "Chronicle Queue"),
            Map.entry("chronicleQueuePreallocated", "Chronicle Queue, its file preallocated too"),
            Map.entry("mappedWord", "a mapped word"),
            Map.entry("chronicleMap", "Chronicle Map"),
            Map.entry("chronicleMapWithoutChecksum", "Chronicle Map, without checksums"),
            Map.entry("chronicleMapLongValue", "Chronicle Map, keys used again"),
            Map.entry("chronicleMapValues", "Chronicle Map, value interfaces"),
            Map.entry("chronicleMapFlyweight", "Chronicle Map, without the value’s lock"),
            Map.entry("lmdb", "LMDB"),
            Map.entry("concurrentHashMap", "`ConcurrentHashMap` of arrays, on the heap"),
            Map.entry("c", "C, `cc -O2`"),
            Map.entry("nothing", "nothing is written"),
            Map.entry("codecTen", "**Verbatim**, ten codecs of ten types"),
            Map.entry("codecHundred", "**Verbatim**, a hundred codecs of a hundred types"));

    private static final Map<String, String> SHAPES = Map.ofEntries(
            Map.entry("MarketData", "One kind of segment, held in a `static final` field"),
            Map.entry("ConstantSegment", "One kind of segment, codec and segment held in `static final` fields"),
            Map.entry("InstanceField", "One kind of segment, held in an instance field of a generic class"),
            Map.entry("Loop", "One segment, 1,000 structs in a loop"),
            Map.entry("Record", "A record"),
            Map.entry("Caller", "A caller with other work on the segment"),
            Map.entry("MixedKinds one", "Three segments in turn, all native"),
            Map.entry("MixedKinds three", "Three segments in turn: native, heap, mapped"),
            Map.entry("MixedKinds oneAfterThree", "Three segments in turn, all native, after three kinds were used"),
            Map.entry("Confinement none", "No arena is confined"),
            Map.entry("Confinement elsewhere", "A shared arena, where another one is confined"),
            Map.entry("Confinement before", "A shared arena, after the same code has used a confined one"),
            Map.entry("Confinement here", "A confined arena"),
            Map.entry("View one", "Two accessors of a view, three views in turn, all over native segments"),
            Map.entry(
                    "View three",
                    "Two accessors of a view, three views in turn: over a native, a heap and a mapped segment"),
            Map.entry("Emissary", "A call that is forwarded to a delegate"),
            Map.entry("Book", "Text, arrays and nested structs"),
            Map.entry("SampleMemory", "An object of variable length, in memory"),
            Map.entry("TextMemory ASCII", "Text in ASCII"),
            Map.entry("TextMemory LATIN_1", "Text in Latin-1, every fourth character with an accent"),
            Map.entry("TextMemory CJK", "Text in Chinese ideographs"),
            Map.entry("TextMemory EMOJI", "Text in emoji"),
            Map.entry("MarketDataMemory", "An object of fixed size, in memory"),
            Map.entry("SampleFile opened", "An object of variable length, the file opened for every trip"),
            Map.entry("SampleFile kept", "An object of variable length, the file kept open"),
            Map.entry("MarketDataFile opened", "An object of fixed size, the file opened for every trip"),
            Map.entry("MarketDataFile kept", "An object of fixed size, the file kept open"),
            Map.entry("MapInsert", "The map, filled from empty"),
            Map.entry("Queue", "The queue, inside a segment that is there"),
            Map.entry("QueueSustained", "The queue, over 24 segments"),
            Map.entry("ColdStart default", "With the class-data archive that the JDK brings"),
            Map.entry("ColdStart appCds", "With an archive of the program's classes"),
            Map.entry("ColdStart aot", "With an AOT cache"));

    private static final Map<String, String> DIRECTIONS = Map.ofEntries(
            Map.entry(Results.ROUND_TRIP, "write and read"),
            Map.entry("WrapAndGet", "wrap and get"),
            Map.entry("Constant", "in a static final field"),
            Map.entry("Field", "in an instance field"),
            Map.entry("Mixed", "four classes in turn"),
            Map.entry("AppendAndPoll", "append and poll"),
            Map.entry("GetInto", "get into a reusable value"),
            Map.entry("View", "read in place"),
            Map.entry("Miss", "get what is not there"),
            Map.entry("Mix", "19 gets into, 1 update"),
            Map.entry("FewInsert", "insert, 100,000 entries"),
            Map.entry("ManyInsert", "insert, 5,000,000 entries"),
            Map.entry("Open", "open, and get once"),
            Map.entry(Results.FROM_START, "from the start of the JVM"),
            Map.entry(Results.FROM_MAIN, "from that of main"));

    private Names() {}

    static String rival(String shape, String rival) {
        if (shape.startsWith("Copy") && rival.equals("unsafe")) {
            return "`Unsafe.copyMemory`";
        }
        return RIVALS.getOrDefault(rival, rival);
    }

    static String shape(String shape) {
        String[] parts = shape.split(" ", -1);
        return switch (parts[0]) {
            case "Copy" -> String.format(Locale.ROOT, "Structs copied at once: %,d", Integer.valueOf(parts[1]));
            case "BreakEven", "Fields" -> parts[1] + (parts[1].equals("1") ? " field" : " fields");
            case "FieldsInstance" -> parts[1] + " fields, held in an instance field of a generic class";
            case "FieldsMixedKinds", "Cursor" ->
                parts[1] + " fields" + (parts[0].equals("Cursor") ? " one by one" : "") + ", three segments in turn"
                        + (parts[2].equals("one") ? ", all native" : ": native, heap, mapped");
            case "Map", "MapTwoThreads", "TextMap" ->
                entries(parts[1]) + ", keys drawn " + (parts[2].equals("ZIPF") ? "by Zipf’s law" : "uniformly");
            case "MapOpen" -> entries(parts[1]);
            default -> SHAPES.getOrDefault(shape, shape);
        };
    }

    private static String entries(String count) {
        return String.format(Locale.ROOT, "%,d entries", Integer.valueOf(count));
    }

    static String direction(String direction) {
        return DIRECTIONS.getOrDefault(direction, direction.toLowerCase(Locale.ROOT));
    }
}
