package dev.verbatim.jmh.report;

import java.util.List;
import java.util.Optional;

/** All families, in the order of the page. */
final class Families {

    private static final String TRIP =
            "Written to a file and read back, by each rival in the way that its own documentation says is fastest."
                + " Java serialisation opens a stream for every trip, which truncates the file; on some file systems"
                + " that is most of its time.";

    /** The family that is not measured by JMH, but by {@link dev.verbatim.jmh.cold.ColdStart}. */
    static final String COLD_START = "ColdStart";

    /** Nor this one, but by {@link dev.verbatim.jmh.latency.LatencyFamily}. */
    static final String LATENCY = "Latency";

    static final List<Family> ALL = List.of(
            Family.of(
                    "SampleMemory",
                    "An object of variable length, in memory",
                    "A `long`, a `long[]` of 1 to 10 elements, a `String` of 62 characters and a second one that is"
                            + " null."),
            Family.of("TextMemory", "The same, its text in other scripts", "62 characters, each `char` counted.")
                    .inLongFormOnly(),
            Family.of("SampleFile", "An object of variable length, to a file and back", TRIP)
                    .withoutBar("SampleFile opened", "codecMapping"),
            Family.of(
                    "MarketDataMemory",
                    "An object of fixed size, in memory",
                    "`MarketData`, 2 longs and 16 doubles, through the serialisers."),
            Family.of("MarketDataFile", "An object of fixed size, to a file and back", TRIP)
                    .withoutBar("MarketDataFile opened", "codecMapping"),
            Family.of(
                            "MarketData",
                            "18 fields, field by field",
                            "`MarketData`, 144 bytes, into native memory and back into an object that is reused.")
                    .withClasses("(MarketData|Chronicle)Benchmark"),
            Family.of(
                    "InstanceField",
                    "The same, the codec in an instance field",
                    "As a queue or a file of any type holds it."),
            Family.of(
                    "ConstantSegment",
                    "The same, codec and segment constant",
                    "Most checks of a constant segment fold away."),
            Family.of("Record", "The same, as a record", "Reading allocates the record."),
            Family.of("Loop", "The same, 1,000 structs in a loop", "Times are for a struct.")
                    .inLongFormOnly(),
            Family.of(
                            "MixedKinds",
                            "The same, native, heap and mapped segments in turn",
                            "What a program pays that uses several kinds of segments.")
                    .withParameter("kinds", "one", "three"),
            Family.of(
                            "Confinement",
                            "The same, in a program that uses confined arenas",
                            "Called from a method that is no loop.")
                    .inLongFormOnly(),
            Family.of(
                            "Caller",
                            "A caller with other work on the segment",
                            "Whether the codec costs more than its own time there.")
                    .inLongFormOnly(),
            Family.of("BreakEven", "1 to 8 fields", "From how many fields on does it pay to copy an object as a block?")
                    .withClasses("(Chronicle)?BreakEvenBenchmark")
                    .withParameter("fields", "1", "2", "4", "6", "8")
                    .inLongFormOnly(),
            Family.of("Fields", "8 to 128 fields", "The codec and its rivals in `static final` fields.")
                    .withShortParameter("fields", "8", "32", "128")
                    .withWarmupMillis(400),
            Family.of("FieldsInstance", "8 to 128 fields, the codec in an instance field", "As in a queue or a file.")
                    .withWarmupMillis(400)
                    .inLongFormOnly(),
            Family.of("FieldsMixedKinds", "8 to 128 fields, three segments in turn", "All native, and of three kinds.")
                    .withWarmupMillis(600)
                    .inLongFormOnly(),
            Family.of("Book", "Text, arrays and nested structs", "An order book with a symbol, counts and levels."),
            Family.of("View", "Views", "Two accessors of a view, which copies nothing, three views in turn."),
            Family.of(
                            "Cursor",
                            "Cursors",
                            "The first 8 of the 18 fields, and all of them, put and got one by one, in three segments"
                                    + " in turn.")
                    .withWarmupMillis(600),
            Family.of(
                    "Emissary",
                    "Emissaries",
                    "A call that is forwarded to a delegate, which adds to a number; and to four delegates of four"
                            + " classes in turn."),
            Family.of("Copy", "Bulk copies", "Whole structs of 144 bytes from one native segment to another.")
                    .withParameter("structs", "1", "10", "100", "10000", "1000000")
                    .withShortParameter("structs", "1", "100", "10000", "1000000"),
            Family.of(
                            "Queue",
                            "The queue, inside a segment that is there",
                            "An update of an order book, 128 bytes or in its variable form, appended to a mapped file,"
                                    + " and appended and polled. The first touch of each page counts.")
                    .withClasses("(Chronicle)?QueueBenchmark"),
            Family.of(
                            "QueueSustained",
                            "The queue, over 24 segments",
                            "The same without a pause: what it takes to make segments of 64 MiB counts.")
                    .withClasses("(Chronicle)?QueueSustainedBenchmark")
                    .withDeclaredIterations(),
            map(
                            "Map",
                            "The map",
                            "A `long` leads to 128 bytes, in a map that is full. Chronicle Map knows how many entries"
                                    + " there will be; ours and LMDB grow.")
                    .withMethods(
                            "(codec|chronicleMap(WithoutChecksum|LongValue|Values|Flyweight)|lmdb|concurrentHashMap)"
                                    + "(GetInto|View|Miss|Update|Mix)"),
            map(
                            "MapTwoThreads",
                            "The same by two threads",
                            "A time is that of an operation of one of them: where it is that of one thread alone, two"
                                    + " do twice as much.")
                    .withMethods("(codec|chronicleMap(LongValue|Values)|lmdb|concurrentHashMap)(GetInto|Update|Mix)")
                    .withParameter("entries", "100000")
                    .inLongFormOnly(),
            Family.of("MapInsert", "The map, filled from empty", "The mean of all inserts. Growth counts.")
                    .withClasses(withRivals("MapInsert"))
                    .withMethods("(\\w+Few|(codec|chronicleMapValues|lmdb)Many)Insert")
                    .withShortMethods("\\w+FewInsert")
                    .withDeclaredIterations(),
            Family.of("MapOpen", "The map, opened", "It exists, was closed, and is in the page cache.")
                    .withClasses(withRivals("MapOpen"))
                    .withShortParameter("entries", "100000")
                    .withDeclaredIterations(),
            map("TextMap", "The map, with texts", "A text leads to a record of two texts and an array.")
                    .withMethods("(codec|chronicleMap|lmdb|concurrentHashMap)(GetInto|Update)")
                    .withParameter("entries", "100000"),
            Family.of(
                    COLD_START,
                    "Cold start",
                    "The time until the first record is written, or the first of each of some types, in a process of"
                            + " its own: medians, ± half the distance of the quartiles."),
            Family.of(
                            LATENCY,
                            "The queue between two processes",
                            "How late an update of an order book is that another process receives, 50,000 of them in a"
                                    + " second. One that is sent late counts from when it was due.")
                    .inLongFormOnly());

    private Families() {}

    private static Family map(String name, String title, String about) {
        return Family.of(name, title, about)
                .withClasses(withRivals(name))
                .withShortParameter("entries", "100000")
                .withParameter("keys", "UNIFORM")
                .withWarmupMillis(400);
    }

    /** {@return the classes of a benchmark: rivals that need flags have their own} */
    private static String withRivals(String name) {
        return "(Chronicle|Lmdb)?" + name + "Benchmark";
    }

    static Optional<Family> named(String name) {
        return ALL.stream().filter(family -> family.name().equals(name)).findFirst();
    }

    static List<String> names() {
        return ALL.stream().map(Family::name).toList();
    }
}
