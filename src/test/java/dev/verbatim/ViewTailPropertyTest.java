package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.TailOrder.Fill;
import dev.verbatim.TailOrder.FillView;
import dev.verbatim.TailOrder.Level;
import dev.verbatim.TailOrder.LevelView;
import dev.verbatim.TailOrder.Party;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jspecify.annotations.Nullable;

/** Views show what codecs read, and of bytes that are no record nothing that lies outside it. */
@AddLifecycleHook(VerbatimTries.class)
class ViewTailPropertyTest {

    @Property
    void aViewShowsWhatTheCodecReads(@ForAll long seed) {
        Random random = new Random(seed);
        TailOrder order = order(random);
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                int offset = random.nextInt(20);
                MemorySegment segment = TailOrder.written(kind, arena, order, offset);
                TailOrder read = TailOrder.CODEC.read(segment, offset);
                TailOrder.View view = TailOrder.VIEWS.wrap(segment, offset);

                assertEquals(read.id(), view.id());
                assertShown(read.note(), view.note(), view.getNote());
                assertEquals(read.party().account(), view.party().account());
                assertShown(
                        read.party().name(), view.party().name(), view.party().getName());
                assertArrayEquals(read.values(), view.values());
                assertArrayEquals(read.codes(), view.codes());
                assertArrayEquals(read.flags(), view.flags());
                assertArrayEquals(read.raw(), view.raw());
                assertElements(boxed(read.values()), view.valuesCount(), view::values);
                assertLevels(read.levels(), view);
                assertFills(read.fills(), view);
            }
        }
    }

    private static void assertShown(@Nullable String expected, @Nullable String string, @Nullable CharSequence text) {
        assertEquals(expected, string);
        assertEquals(expected, text == null ? null : text.toString());
        assertTrue(text == null || (expected != null && CharSequence.compare(expected, text) == 0));
    }

    private static @Nullable List<Long> boxed(long @Nullable [] values) {
        return values == null ? null : java.util.Arrays.stream(values).boxed().toList();
    }

    private static void assertElements(@Nullable List<?> expected, int count, IntFunction<?> element) {
        assertEquals(expected == null ? -1 : expected.size(), count);
        for (int i = 0; i < count; i++) {
            assertEquals(Objects.requireNonNull(expected).get(i), element.apply(i));
        }
    }

    private static void assertLevels(@Nullable List<Level> expected, TailOrder.View view) {
        assertElements(expected, view.levelsCount(), i -> {
            LevelView level = view.levels(i);
            return new Level(level.price(), level.quantity());
        });
    }

    private static void assertFills(@Nullable List<Fill> expected, TailOrder.View view) {
        assertEquals(expected == null ? -1 : expected.size(), view.fillsCount());
        for (int i = 0; i < view.fillsCount(); i++) {
            Fill fill = Objects.requireNonNull(expected).get(i);
            FillView shown = view.fills(i);
            assertEquals(fill.id(), shown.id());
            assertEquals(fill.venue(), shown.venue());
            assertArrayEquals(fill.sizes(), shown.sizes());
            assertElements(boxed(fill.sizes()), shown.sizesCount(), shown::sizes);
        }
    }

    /**
     * In a native segment that ends with the record, an access outside would be out of bounds, which no accessor may
     * throw.
     */
    @Property
    void ofAnyBytesAViewShowsOnlyThoseOfTheRecord(@ForAll long seed) {
        Random random = new Random(seed);
        MemorySegment valid = TailOrder.written(order(random));
        try (Arena arena = Arena.ofConfined()) {
            for (int round = 0; round < 20; round++) {
                MemorySegment segment = arena.allocate(valid.byteSize()).copyFrom(valid);
                mutate(segment, random);
                TailOrder.View view = shown(() -> TailOrder.VIEWS.wrap(segment, 0));
                if (view != null) {
                    look(view);
                    look(Objects.requireNonNull(shown(() -> TailOrder.SLICES.wrap(segment, 0))), segment);
                    assertNotNull(view.toString());
                }
            }
        }
    }

    private static void mutate(MemorySegment segment, Random random) {
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            // Most of what leads anywhere lies in front.
            long size = random.nextBoolean() ? segment.byteSize() : Math.min(segment.byteSize(), 96);
            long offset = random.nextLong(size - 3);
            switch (random.nextInt(4)) {
                case 0 -> segment.set(ValueLayout.JAVA_BYTE, offset, (byte) random.nextInt());
                case 1 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, offset & -4, random.nextInt());
                case 2 ->
                    segment.set(
                            ValueLayout.JAVA_INT_UNALIGNED,
                            offset & -4,
                            random.nextInt(-9, (int) segment.byteSize() + 9));
                default -> {
                    int flipped = segment.get(ValueLayout.JAVA_BYTE, offset) ^ 1 << random.nextInt(8);
                    segment.set(ValueLayout.JAVA_BYTE, offset, (byte) flipped);
                }
            }
        }
    }

    /** What is shown; null where it is null or the bytes are corrupt. */
    private static <T> @Nullable T shown(Supplier<@Nullable T> accessor) {
        try {
            return accessor.get();
        } catch (CorruptRecordException corrupt) {
            return null;
        }
    }

    private static void look(TailOrder.View view) {
        shown(view::note);
        CharSequence note = shown(view::getNote);
        if (note != null) {
            assertEquals(note.toString(), view.note());
        }
        shown(() -> view.isNote("abc"));
        Integer noteCount = shown(view::noteCount);
        if (noteCount != null && noteCount >= 0) {
            shown(() -> view.note(new StringBuilder()));
        }
        shown(() -> view.party().name());
        shown(() -> view.party().getName());
        shown(view::values);
        shown(view::codes);
        shown(view::flags);
        shown(view::raw);
        forEach(shown(view::valuesCount), view::values);
        forEach(shown(view::rawCount), view::raw);
        forEach(shown(view::levelsCount), i -> view.levels(i).price());
        forEach(shown(view::fillsCount), i -> {
            FillView fill = view.fills(i);
            shown(fill::venue);
            shown(fill::sizes);
            forEach(shown(fill::sizesCount), fill::sizes);
            return fill.id();
        });
    }

    private static void forEach(@Nullable Integer count, IntFunction<?> element) {
        for (int i = 0; count != null && i < Math.min(count, 50); i++) {
            int index = i;
            shown(() -> element.apply(index));
        }
        if (count != null && count > 50) {
            shown(() -> element.apply(count - 1));
        }
    }

    private static void look(TailOrder.SlicesView view, MemorySegment segment) {
        for (Supplier<@Nullable MemorySegment> accessor :
                List.<Supplier<@Nullable MemorySegment>>of(view::note, view::getValues, view::levels, view::fills)) {
            MemorySegment slice = shown(accessor);
            if (slice != null) {
                assertTrue(slice.address() >= segment.address() + TailOrder.LAYOUT.byteSize());
                assertTrue(slice.address() + slice.byteSize() <= segment.address() + segment.byteSize());
            }
        }
    }

    @Property
    void whatTheCodecReadsTheViewShows(@ForAll long seed) {
        Random random = new Random(seed);
        MemorySegment segment = TailOrder.written(order(random));
        mutate(segment, random);
        TailOrder read = shown(() -> TailOrder.CODEC.read(segment, 0));
        if (read != null) {
            int fixedSize = segment.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
            TailOrder.View view = shown(() -> TailOrder.VIEWS.wrap(segment, 0));
            assertEquals(
                    fixedSize < TailOrder.LAYOUT.byteSize(), view == null, "an older record is the codec's to read");
            if (view == null) {
                return;
            }
            assertEquals(read.note(), view.note());
            assertArrayEquals(read.values(), view.values());
            assertLevels(read.levels(), view);
            assertFills(read.fills(), view);
        }
    }

    private static TailOrder order(Random random) {
        return new TailOrder(
                random.nextLong(),
                text(random),
                new Party((short) random.nextInt(), text(random)),
                longs(random),
                orNull(random, size -> random.ints(size).toArray()),
                orNull(random, size -> {
                    boolean[] flags = new boolean[size];
                    for (int i = 0; i < size; i++) {
                        flags[i] = random.nextBoolean();
                    }
                    return flags;
                }),
                orNull(random, size -> {
                    byte[] bytes = new byte[size];
                    random.nextBytes(bytes);
                    return bytes;
                }),
                orNull(random, size -> list(size, _ -> new Level(random.nextInt(), random.nextInt()))),
                orNull(random, size -> list(size, _ -> new Fill(random.nextLong(), text(random), longs(random)))));
    }

    private static <T> List<T> list(int size, IntFunction<T> element) {
        return IntStream.range(0, size).mapToObj(element).toList();
    }

    private static <T> @Nullable T orNull(Random random, IntFunction<T> ofSize) {
        return random.nextInt(5) == 0 ? null : ofSize.apply(random.nextInt(6));
    }

    private static long @Nullable [] longs(Random random) {
        return orNull(random, size -> random.longs(size).toArray());
    }

    private static @Nullable String text(Random random) {
        String characters = random.nextBoolean() ? "abcxyz" : "abü€日\u0000\uFFFF";
        return orNull(random, size -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < size * 3; i++) {
                text.append(characters.charAt(random.nextInt(characters.length())));
                if (random.nextInt(8) == 0) {
                    text.appendCodePoint(0x1F600 + random.nextInt(16));
                }
            }
            return text.toString();
        });
    }
}
