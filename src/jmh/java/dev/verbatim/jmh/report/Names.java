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
            Map.entry("mappedWord", "a mapped word"));

    private static final Map<String, String> SHAPES = Map.ofEntries(
            Map.entry("MarketData", "One kind of segment, held in a `static final` field"),
            Map.entry("ConstantSegment", "One kind of segment, codec and segment held in `static final` fields"),
            Map.entry("InstanceField", "One kind of segment, held in an instance field of a generic class"),
            Map.entry("Loop", "One kind of segment, many structs in a loop"),
            Map.entry("Record", "A record"),
            Map.entry("Caller", "A caller with other work on the segment"),
            Map.entry("MixedKinds one", "Three segments in turn, all native"),
            Map.entry("MixedKinds three", "Three segments in turn: native, heap, mapped"),
            Map.entry("MixedKinds oneAfterThree", "Three segments in turn, all native, after three kinds were used"),
            Map.entry("View one", "Two accessors of a view, three views in turn, all over native segments"),
            Map.entry(
                    "View three",
                    "Two accessors of a view, three views in turn: over a native, a heap and a mapped segment"),
            Map.entry("Emissary", "A call that is forwarded to a delegate"),
            Map.entry("Book", "Text, arrays and nested structs"),
            Map.entry("SampleMemory", "An object of variable length, in memory"),
            Map.entry("MarketDataMemory", "An object of fixed size, in memory"),
            Map.entry("SampleFile opened", "An object of variable length, the file opened for every trip"),
            Map.entry("SampleFile kept", "An object of variable length, the file kept open"),
            Map.entry("MarketDataFile opened", "An object of fixed size, the file opened for every trip"),
            Map.entry("MarketDataFile kept", "An object of fixed size, the file kept open"),
            Map.entry("Queue", "The queue, inside a segment that is there"),
            Map.entry("QueueSustained", "The queue, over more than 20 segments"));

    private static final Map<String, String> DIRECTIONS = Map.of(
            Results.ROUND_TRIP,
            "write and read",
            "WrapAndGet",
            "wrap and get",
            "Constant",
            "in a static final field",
            "Field",
            "in an instance field",
            "Mixed",
            "four classes in turn",
            "AppendAndPoll",
            "append and poll");

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
            case "Fields" -> parts[1] + " fields";
            case "FieldsInstance" -> parts[1] + " fields, held in an instance field of a generic class";
            case "FieldsMixedKinds", "Cursor" ->
                parts[1] + " fields" + (parts[0].equals("Cursor") ? " one by one" : "") + ", three segments in turn"
                        + (parts[2].equals("one") ? ", all native" : ": native, heap, mapped");
            default -> SHAPES.getOrDefault(shape, shape);
        };
    }

    static String direction(String direction) {
        return DIRECTIONS.getOrDefault(direction, direction.toLowerCase(Locale.ROOT));
    }
}
