package consumer;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Conversions;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/** Codecs of sealed types that this module does not export. */
final class TaggedChecks {

    private sealed interface Event permits Count, Price {}

    private record Count(long value) implements Event {}

    private record Price(double value) implements Event {}

    private record Entry(int id, Event event) {}

    private sealed interface Fact permits Text, Flag {}

    private record Text(String text) implements Fact {}

    private record Flag(boolean set) implements Fact {}

    private static final StructLayout LAYOUT = Layouts.struct(
            JAVA_INT.withName("kind"),
            MemoryLayout.unionLayout(JAVA_LONG.withName("count"), JAVA_DOUBLE.withName("price"))
                    .withName("value"));

    private TaggedChecks() {}

    static void run() {
        structs();
        records();
    }

    private static void structs() {
        TaggedCodec<Event> events = TaggedCodec.builder(Event.class, JAVA_INT, 0)
                .with(1, StructCodec.ofRecord(lookup(), Count.class, alternative("value.count")))
                .with(2, StructCodec.ofRecord(lookup(), Price.class, alternative("value.price")))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        events.write(new Price(0.5), segment, 0);
        Checks.equal("a tag", (byte) 2, segment.get(JAVA_BYTE, 0));
        Checks.equal("a tagged value", new Price(0.5), events.read(segment, 0));
        StructCodec<Entry> entries = StructCodec.ofRecord(
                lookup(),
                Entry.class,
                Layouts.struct(JAVA_INT.withName("id"), LAYOUT.withName("event")),
                Conversions.of(events.conversion()));
        entries.write(new Entry(3, new Count(4)), segment, 0);
        Checks.equal("a member of a sealed type", new Entry(3, new Count(4)), entries.read(segment, 0));
        segment.fill((byte) 9);
        Checks.thrown("an unknown tag", CorruptRecordException.class, () -> events.read(segment, 0), "expected 1, 2");
        Checks.thrown(
                "no tag", IndexOutOfBoundsException.class, () -> events.read(segment, 62), "the tag of", "offset=62");
    }

    private static void records() {
        TaggedVarCodec<Fact> facts = TaggedVarCodec.builder(Fact.class, JAVA_INT, 8)
                .with(
                        1,
                        VarCodec.ofRecord(
                                lookup(),
                                Text.class,
                                Layouts.varRecord(MemoryLayout.paddingLayout(4), Layouts.varRef("text"))))
                .with(
                        2,
                        VarCodec.ofRecord(
                                lookup(),
                                Flag.class,
                                Layouts.varRecord(MemoryLayout.paddingLayout(4), JAVA_BOOLEAN.withName("set"))))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        long end = facts.write(new Text("x"), segment, 0);
        facts.write(new Flag(true), segment, end);
        Checks.equal("a tag in a record", (byte) 1, segment.get(JAVA_BYTE, 8));
        Checks.equal("a tagged record", new Text("x"), facts.read(segment, 0));
        Checks.equal("the next one", new Flag(true), facts.read(segment, facts.encodedSize(segment, 0)));
        segment.set(JAVA_BYTE, 8, (byte) 9);
        Checks.thrown(
                "an unknown tag of a record",
                CorruptRecordException.class,
                () -> facts.read(segment, 0),
                "expected 1, 2");
        segment.fill((byte) 0);
        Checks.thrown("no room for a tag", CorruptRecordException.class, () -> facts.read(segment, 0), "fixedSize");
    }

    private static StructLayout alternative(String name) {
        return Layouts.withPadding(Layouts.withAlternative(LAYOUT, name), "kind");
    }
}
