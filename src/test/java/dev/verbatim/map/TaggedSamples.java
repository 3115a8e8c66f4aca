package dev.verbatim.map;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import java.io.IOException;
import java.nio.file.Path;

/** Maps whose values are of several types, which a tag tells apart. */
final class TaggedSamples {

    sealed interface Event permits Trade, Quote, Opened, Closed {}

    /** Has padding behind the tag and at its end. */
    record Trade(long order, int quantity) implements Event {
        static final StructCodec<Trade> CODEC = StructCodec.ofRecord(
                lookup(),
                Trade.class,
                Layouts.struct(paddingLayout(1), JAVA_LONG.withName("order"), JAVA_INT.withName("quantity")));
    }

    record Quote(long bid) implements Event {
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(), Quote.class, Layouts.struct(paddingLayout(1), JAVA_LONG.withName("bid")));
    }

    record Opened(int venue) implements Event {
        static final StructCodec<Opened> CODEC = StructCodec.ofRecord(
                lookup(), Opened.class, Layouts.struct(paddingLayout(1), JAVA_INT.withName("venue")));
    }

    /** Has the layout of {@link Opened}. */
    record Closed(int venue) implements Event {
        static final StructCodec<Closed> CODEC = StructCodec.ofRecord(lookup(), Closed.class, Opened.CODEC.layout());
    }

    static final TaggedCodec<Event> CODEC = TaggedCodec.builder(Event.class, JAVA_BYTE, 0)
            .with('T', Trade.CODEC)
            .with('Q', Quote.CODEC)
            .with('O', Opened.CODEC)
            .with('C', Closed.CODEC)
            .build();

    private TaggedSamples() {}

    static MappedMap<Long, Event> open(Path folder) throws IOException {
        return open(folder, MapCodec.of(CODEC));
    }

    static <V> MappedMap<Long, V> open(Path folder, MapCodec<V> values) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), values)
                .segmentSize(4096)
                .open();
    }

    static MappedMap<byte[], StoredValue> openStored(Path folder) throws IOException {
        return MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues());
    }
}
