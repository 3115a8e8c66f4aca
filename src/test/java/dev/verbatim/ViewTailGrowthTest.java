package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.TailOrder.LevelView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Views of variable-length records that were written with an older or a newer layout. */
class ViewTailGrowthTest {

    private static void assertThrows(Class<? extends Exception> type, String message, Executable attempt) {
        assertEquals(message, assertThrowsExactly(type, attempt).getMessage());
    }

    interface GrownLevelView extends LevelView {
        long count();
    }

    interface GrownView extends StructView {
        StructLayout LEVEL = Layouts.grown(TailOrder.Level.LAYOUT, JAVA_LONG.withName("count"));
        StructLayout LEVELS = Layouts.varRecord(Layouts.varRef("levels", LEVEL));
        StructLayout LAYOUT =
                Layouts.grown(LEVELS, JAVA_INT.withName("version")).withName("grown");

        GrownLevelView levels(int index);

        int levelsCount();

        int version();
    }

    interface OldView extends StructView {
        LevelView levels(int index);

        int levelsCount();
    }

    record GrownLevel(double price, int quantity, long count) {}

    record Grown(List<GrownLevel> levels, int version) {}

    record Old(List<TailOrder.Level> levels) {}

    @Test
    void anOlderViewShowsNewerRecords() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("levels", TailOrder.Level.LAYOUT));
        VarCodec<Grown> codec = VarCodec.ofRecord(lookup(), Grown.class, GrownView.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[200]);
        codec.write(new Grown(List.of(new GrownLevel(1, 2, 3), new GrownLevel(4, 5, 6)), 7), segment, 0);

        OldView view = ViewFactory.of(lookup(), OldView.class, layout).wrap(segment, 0);

        assertEquals(2, view.levelsCount());
        assertEquals(4, view.levels(1).price());
        assertEquals(5, view.levels(1).quantity());
    }

    @Test
    void aNewerViewRefusesWhatIsOlder() {
        StructLayout layout = Layouts.varRecord(Layouts.varRef("levels", TailOrder.Level.LAYOUT));
        MemorySegment segment = MemorySegment.ofArray(new byte[200]);
        VarCodec.ofRecord(lookup(), Old.class, layout).write(new Old(List.of(new TailOrder.Level(1, 2))), segment, 0);
        String remedy =
                " of an older layout; read it with a VarCodec, which has defaults for what is absent, or with a view"
                        + " over that layout";

        assertThrows(
                CorruptRecordException.class,
                "cannot wrap dev.verbatim.ViewTailGrowthTest$GrownView (layout grown, 24 bytes) at offset=0: the"
                        + " record at offset=0: expected fixedSize=24 or more, within totalSize=40, found"
                        + " fixedSize=16" + remedy,
                () -> ViewFactory.of(lookup(), GrownView.class, GrownView.LAYOUT)
                        .wrap(segment, 0));

        interface GrownLevelsView extends StructView {
            GrownLevelView levels(int index);

            int levelsCount();
        }
        GrownLevelsView view = ViewFactory.of(lookup(), GrownLevelsView.class, GrownView.LEVELS)
                .wrap(segment, 0);
        assertEquals(1, view.levelsCount());
        assertThrows(
                CorruptRecordException.class,
                "cannot read dev.verbatim.ViewTailGrowthTest$1GrownLevelsView (16 bytes) at offset=0: levels[0] at"
                        + " offset=20: expected stride=24 or more, found stride=16" + remedy,
                () -> view.levels(0));
    }
}
