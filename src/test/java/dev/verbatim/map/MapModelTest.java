package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.verbatim.map.MapModel.Mutation;
import dev.verbatim.map.ModelOperation.Kind;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All interleavings of small maps. In no state is anything wrong. If a rule is left out, something is wrong in some
 * state.
 *
 * <p>{@code -Dverbatim.model.map=large} searches the configurations of {@link ModelLargeConfigurations} instead of the
 * usual ones; {@code -Dverbatim.model.map=race,movers} searches those two, large or usual.
 */
class MapModelTest {

    private static final String CHOICE = System.getProperty("verbatim.model.map", "usual");

    /** Small ones whose states are all among those of a usual one, which has one more operation in the end. */
    private static final Set<String> PARTS = Set.of(
            "resizes-remove", // of "resizes"
            "resize-compact", // of "all"
            "compact-orphans"); // of "orphan3"

    static Stream<ModelConfiguration> chosen() {
        return switch (CHOICE) {
            case "usual" -> ModelConfigurations.USUAL.stream();
            case "large" -> ModelLargeConfigurations.ALL.stream();
            default -> Stream.of(CHOICE.split(",")).map(ModelConfigurations::named);
        };
    }

    @ParameterizedTest
    @MethodSource("chosen")
    void noInterleavingIsWrong(ModelConfiguration configuration, TestReporter reporter) {
        ModelSearch search = requireSound(configuration);
        reporter.publishEntry(
                "states", search.count() + ", with " + search.transitions() + " ways from one to another");
    }

    /** The configurations in which a rule is left out below. */
    static Stream<ModelConfiguration> small() {
        return ModelConfigurations.SMALL.stream().filter(configuration -> !PARTS.contains(configuration.name()));
    }

    @ParameterizedTest
    @MethodSource("small")
    void noInterleavingOfASmallMapIsWrong(ModelConfiguration configuration) {
        requireSound(configuration);
    }

    /**
     * Wherever all others have stopped, each process also comes to the end of its operation. For a rebuild, others
     * wait.
     */
    private static ModelSearch requireSound(ModelConfiguration configuration) {
        ModelSearch search = new ModelSearch(configuration, Mutation.NONE, !configuration.has(Kind.REBUILD));
        assertNull(search.findViolation());
        assertEquals(0, search.beyond());
        return search;
    }

    /** Once it has sealed the index, nobody can go on until it has published the new one. */
    @Test
    void othersWaitForARebuild() {
        ModelSearch search = new ModelSearch(ModelConfigurations.named("rebuild-put"), Mutation.NONE, true);
        assertEquals("process 1 does not come to an end alone", lastLine(search.findViolation()));
    }

    @ParameterizedTest
    @CsvSource({
        "RESERVE_FIRST, puts, all die: the index leads to another entry than the newest one",
        "SUPERSEDE_PREPARED, puts, all die: an entry is aborted that has taken effect",
        "READ_PREPARED, told, a loss of power brings an old entry back",
        "REUSE_DEAD, compact-removed, a key has two words in a generation",
        "GET_STOPS, resize-get, not linearizable: get(0) returns 0",
        "COMMIT_FIRST, puts, all die: an entry is committed that never took effect",
        "INDEX_FIRST, puts, the index leads to an entry that is not whole",
        "RETRY_ENTRY, compact-orphan, an entry is aborted that has taken effect",
        "PLAIN_PREPARE, compact-orphan, a segment is unlinked with an entry that is not settled",
        "MOVE_PREPARED, resize-remove, all die: an entry is aborted that has taken effect",
        "NO_SEAL, resize-remove, all die: the index leads to another entry than the newest one",
        "NO_SEAL_EMPTY, resize-put, all die: an entry is aborted that has taken effect",
        "NO_RECHECK, resize-remove, a key has two words in a generation",
        "RECHECK_BEFORE_PROBE, resize-remove, a key has two words in a generation",
        "COMPARE_POSITIONS, resize-compact, all die: the index leads to another entry than the newest one",
        "WRITER_SKIPS_CHAIN, resize-remove, not linearizable: remove(0) returns 0",
        "SKIP_SEALED, resize-remove, not linearizable: remove(0) returns 0",
        "NO_GENERATION_CHECK, resizes-remove, not linearizable: remove(0) returns 0",
        "KEEP_NEXT, resize-puts, not linearizable: get(1) returns 0",
        "PASS_OVER_PREPARED, compact-durable, a loss of power takes an entry",
        "NO_COMMIT_OF_REST, compact-durable, a loss of power takes an entry",
        "COMMIT_BEFORE_MARK, compact-durable, a loss of power takes an entry",
        "MARK_BEFORE_SETTLE, compact-orphan, the index leads into a segment that was unlinked",
        "MARK_ONE_GENERATION, resize-compact, the index leads into a segment that was unlinked",
        "NO_REFUSE, compact-orphan, an entry is aborted that has taken effect",
        "NO_REFUSE_OF_EMPTY, compact-orphan, an entry is aborted that has taken effect",
        "REFUSE_AFTER, compact-orphan, an entry is aborted that has taken effect",
        "PLAIN_ABORT, compact-orphans, an entry is aborted that has taken effect",
        "NO_SETTLE, compact-orphan, a segment is unlinked with an entry that is not settled",
        "SETTLE_WITHOUT_INDEX, compact-orphan, an entry is aborted that has taken effect",
        "KEEP_TOMBSTONE, compact-removed, the index leads into a segment that was unlinked",
        "NOT_OLDEST_FIRST, compact-puts, all die: the index leads to another entry than the newest one",
        "BLIND_COPY, compact-puts, all die: an entry is aborted that has taken effect",
        "NO_FORCE_BEFORE_UNLINK, compact-durable, a loss of power takes an entry",
        "NO_FLOOR_FORCE, compact-durable, a loss of power brings an old entry back",
        "FORCE_OWN_ONLY, told, a loss of power brings an old entry back",
        "ITERATE_BY_WORD, iterate-resize, an iteration has missed a key that was there throughout",
        "ITERATE_LAST_ONLY, iterate-resize, an iteration has missed a key that was there throughout",
        "REBUILD_UNSEALED, rebuild-put, all die: an entry is aborted that has taken effect",
        "REBUILD_OPEN, rebuild-resize, all die: the index leads to another entry than the newest one",
        "REBUILD_CURRENT_FIRST, rebuild-put, not linearizable: get(0) returns 0",
        "REBUILD_TOMBSTONES, rebuild-compact, the index leads into a segment that was unlinked",
        "REBUILD_PREPARED, rebuild-put, all die: an entry is aborted that has taken effect",
        "COPY_UNFROZEN, add-compact, 'all die: key 0 has value 1, which no order of operations gives it'",
        "WRITE_UNFROZEN, add-replace, 'not linearizable: replace(0, 2, 4) returns 1'",
        "FREEZE_AFTERWARDS, add-compact, 'all die: key 0 has value 1, which no order of operations gives it'",
        "ADD_TO_FROZEN, add-compact, 'all die: key 0 has value 1, which no order of operations gives it'",
        "FLAG_BESIDE_CELL, add-compact, 'all die: key 0 has value 1, which no order of operations gives it'"
    })
    void aRuleThatIsLeftOutIsMissed(Mutation mutation, String name, String expected) {
        ModelSearch search = new ModelSearch(ModelConfigurations.named(name), mutation, false);
        String found = search.findViolation();
        assertEquals(expected, lastLine(found), () -> mutation + " in " + search.count() + " states:\n" + found);
    }

    private static String lastLine(@Nullable String text) {
        return text == null ? "" : text.substring(text.lastIndexOf('\n') + 1);
    }
}
