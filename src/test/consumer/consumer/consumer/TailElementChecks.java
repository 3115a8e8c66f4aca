package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Texts, boxes, lists, Optionals and converted values in a tail, of types that this module does not export. */
final class TailElementChecks {

    private record Price(long ticks) {}

    private record Level(int price) {
        private static final StructLayout LAYOUT = Layouts.struct(JAVA_INT.withName("price"));
    }

    private record Parts(
            List<String> texts,
            List<Long> longs,
            List<List<Level>> groups,
            Optional<String> note,
            List<Price> prices,
            List<UUID> ids,
            Optional<Integer> limit) {}

    private static final class Fields {
        private String[] texts;
        private List<Long> longs;
        private Level[][] groups;
        private Optional<String> note;
        private Price[] prices;
        private UUID[] ids;
        private Optional<Integer> limit;
    }

    private interface PartsView extends StructView {
        Price prices(int index);

        UUID ids(int index);
    }

    private static final StructLayout LAYOUT = Layouts.varRecord(
            Layouts.varRef("texts", Layouts.varText()),
            Layouts.varRef("longs", JAVA_LONG),
            Layouts.varRef("groups", Layouts.varList(Level.LAYOUT)),
            Layouts.varRef("note"),
            Layouts.varRef("prices", JAVA_LONG),
            Layouts.varRef("ids", MemoryLayout.sequenceLayout(16, JAVA_BYTE)),
            JAVA_INT.withName("limit"));

    private static final Conversions CONVERSIONS = Conversions.of(
            Conversion.ofLong(Price.class, Price::ticks, TailElementChecks::price),
            CodeConversions.uuid(),
            CodeConversions.nullable(Integer.class, -1));

    private static final VarCodec<Parts> CODEC = VarCodec.builder(lookup(), Parts.class, LAYOUT)
            .withConversions(CONVERSIONS)
            .build();

    private static final Parts SAMPLE = new Parts(
            List.of("a", "Zürich"),
            List.of(1L, -2L),
            List.of(List.of(new Level(3), new Level(4)), List.of()),
            Optional.of("note"),
            List.of(new Price(5), new Price(6)),
            List.of(new UUID(7, 8)),
            Optional.empty());

    private TailElementChecks() {}

    private static Price price(long ticks) {
        if (ticks < 0) {
            throw new IllegalArgumentException("a price is not negative");
        }
        return new Price(ticks);
    }

    static void run() {
        MemorySegment segment = MemorySegment.ofArray(new byte[512]);
        CODEC.write(SAMPLE, segment, 0);
        Checks.equal("elements of a tail", SAMPLE, CODEC.read(segment, 0));

        ReusableVarCodec<Fields> codec = VarCodec.builder(lookup(), Fields.class, LAYOUT)
                .withConversions(CONVERSIONS)
                .buildReusable();
        Fields fields = new Fields();
        codec.readInto(fields, segment, 0);
        Checks.equal("texts in an array", SAMPLE.texts, Arrays.asList(fields.texts));
        Checks.equal("an array of arrays", new Level(4), fields.groups[0][1]);
        MemorySegment other = MemorySegment.ofArray(new byte[512]);
        codec.write(fields, other, 0);
        Checks.equal("the bytes of arrays and lists", -1L, segment.mismatch(other));

        PartsView view =
                ViewFactory.of(lookup(), PartsView.class, LAYOUT, CONVERSIONS).wrap(segment, 0);
        Checks.equal("a converted element of a view", new Price(6), view.prices(1));
        Checks.equal("an element of a view made of bytes", new UUID(7, 8), view.ids(0));
        faults(segment, view);
    }

    private static void faults(MemorySegment segment, PartsView view) {
        Parts withNull = with(Arrays.asList("a", null), SAMPLE.longs, SAMPLE.note, SAMPLE.prices);
        thrown("a text that is null", NullPointerException.class, () -> CODEC.write(withNull, segment, 0), "texts[1]");
        Parts withNullBox = with(SAMPLE.texts, Arrays.asList(1L, null), SAMPLE.note, SAMPLE.prices);
        thrown(
                "a box that is null",
                NullPointerException.class,
                () -> CODEC.write(withNullBox, segment, 0),
                "longs[1]");
        Parts noOptional = with(SAMPLE.texts, SAMPLE.longs, null, SAMPLE.prices);
        thrown("no Optional", NullPointerException.class, () -> CODEC.write(noOptional, segment, 0), "note is null");
        Parts negative = with(SAMPLE.texts, SAMPLE.longs, SAMPLE.note, List.of(new Price(-1)));
        CODEC.write(negative, segment, 0);
        thrown(
                "an element that is none",
                CorruptRecordException.class,
                () -> CODEC.read(segment, 0),
                "prices[0] at offset=",
                "a price is not negative");
        thrown("an element that is none in a view", CorruptRecordException.class, () -> view.prices(0), "prices[0]");
        thrown("an element that there is not", IndexOutOfBoundsException.class, () -> view.ids(1), "ids[1]");
    }

    private static Parts with(List<String> texts, List<Long> longs, Optional<String> note, List<Price> prices) {
        return new Parts(texts, longs, SAMPLE.groups, note, prices, SAMPLE.ids, SAMPLE.limit);
    }
}
