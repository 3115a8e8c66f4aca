package dev.verbatim.map;

import static dev.verbatim.map.ModelOperation.COMPACT;
import static dev.verbatim.map.ModelOperation.ITERATE;
import static dev.verbatim.map.ModelOperation.REBUILD;
import static dev.verbatim.map.ModelOperation.RESIZE;
import static dev.verbatim.map.ModelOperation.add;
import static dev.verbatim.map.ModelOperation.get;
import static dev.verbatim.map.ModelOperation.put;
import static dev.verbatim.map.ModelOperation.putIfAbsent;
import static dev.verbatim.map.ModelOperation.remove;
import static dev.verbatim.map.ModelOperation.replace;

import dev.verbatim.map.ModelConfiguration.Homes;
import java.util.List;
import java.util.stream.Stream;

/** The configurations that are searched in every build. */
final class ModelConfigurations {

    /** Small ones. In each, something is wrong if some rule is left out. */
    static final List<ModelConfiguration> SMALL = List.of(
            // Writers of one key.
            new ModelConfiguration("puts").process(put(0, 3)).process(put(0, 4)),
            new ModelConfiguration("told")
                    .segments(2)
                    .durable()
                    .log(put(0, 1))
                    .process(get(0), put(1, 4))
                    .process(put(0, 3)),
            // A resize beside one who reads or writes.
            new ModelConfiguration("resize-get").log(put(0, 1)).process(RESIZE).process(get(0)),
            new ModelConfiguration("resize-remove")
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(remove(0)),
            new ModelConfiguration("resize-put")
                    .homes(Homes.NEXT)
                    .process(RESIZE)
                    .process(put(1, 3)),
            new ModelConfiguration("resize-puts")
                    .homes(Homes.NEXT)
                    .log(put(1, 2))
                    .process(RESIZE)
                    .process(put(0, 3), get(1)),
            new ModelConfiguration("resizes-remove")
                    .log(put(0, 1))
                    .process(RESIZE, RESIZE)
                    .process(RESIZE)
                    .process(remove(0)),
            new ModelConfiguration("resize-compact")
                    .segments(2)
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(remove(0))
                    .process(COMPACT),
            new ModelConfiguration("iterate-resize")
                    .homes(Homes.APART)
                    .log(put(0, 1), put(1, 2))
                    .process(ITERATE)
                    .process(RESIZE),
            // Compaction beside one who writes.
            new ModelConfiguration("compact-puts")
                    .segments(2)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT)
                    .process(put(0, 3), remove(0)),
            new ModelConfiguration("compact-removed")
                    .segments(2)
                    .log(put(1, 2), remove(1))
                    .process(COMPACT)
                    .process(putIfAbsent(0, 3))
                    .process(putIfAbsent(0, 4)),
            new ModelConfiguration("compact-durable")
                    .segments(2)
                    .durable()
                    .log(put(0, 1), put(1, 2), remove(0))
                    .process(COMPACT, COMPACT)
                    .process(put(1, 4)),
            new ModelConfiguration("compact-orphan")
                    .segments(1)
                    .deaths(1)
                    .losses(1)
                    .process(putIfAbsent(0, 3))
                    .process(COMPACT),
            new ModelConfiguration("compact-orphans")
                    .segments(1)
                    .deaths(1)
                    .losses(1)
                    .process(putIfAbsent(0, 3))
                    .process(remove(0))
                    .process(COMPACT),
            // A rebuild beside others.
            new ModelConfiguration("rebuild-put")
                    .log(put(0, 1))
                    .process(REBUILD)
                    .process(put(0, 3))
                    .process(get(0)),
            new ModelConfiguration("rebuild-resize")
                    .log(put(0, 1))
                    .process(REBUILD)
                    .process(RESIZE),
            new ModelConfiguration("rebuild-compact")
                    .segments(2)
                    .log(put(0, 1), remove(0))
                    .process(REBUILD)
                    .process(COMPACT),
            // Values that are added to in place.
            new ModelConfiguration("add-compact")
                    .segments(2)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT)
                    .process(add(0, 1), get(0)),
            new ModelConfiguration("add-replace")
                    .log(put(0, 1))
                    .process(add(0, 1), add(0, 2))
                    .process(replace(0, 2, 4)));

    /** Larger ones. */
    static final List<ModelConfiguration> USUAL = List.of(
            // Writers and readers of one key, and of another whose chain is the same.
            new ModelConfiguration("race")
                    .process(put(0, 3), get(0))
                    .process(putIfAbsent(0, 4), remove(0))
                    .process(put(1, 5), get(0)),
            new ModelConfiguration("race2")
                    .log(put(0, 1))
                    .process(put(0, 3), get(0))
                    .process(remove(0), putIfAbsent(0, 4))
                    .process(replace(0, 1, 5), get(0)),
            new ModelConfiguration("race3")
                    .log(put(0, 1))
                    .process(put(0, 3), remove(0))
                    .process(remove(0), putIfAbsent(0, 4))
                    .process(replace(0, 1, 5), get(0)),
            // A resize in the middle.
            new ModelConfiguration("resize")
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(put(0, 3), remove(0))
                    .process(get(0), putIfAbsent(0, 4)),
            new ModelConfiguration("resize2")
                    .homes(Homes.NEXT)
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(remove(0), put(1, 3))
                    .process(put(1, 4), get(1)),
            new ModelConfiguration("resize3")
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(get(0), put(1, 3))
                    .process(remove(1), get(1)),
            new ModelConfiguration("resize4")
                    .homes(Homes.NEXT)
                    .log(put(1, 2))
                    .process(RESIZE)
                    .process(put(0, 3), get(1))
                    .process(remove(1), putIfAbsent(0, 4)),
            new ModelConfiguration("grow")
                    .homes(Homes.APART)
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(put(0, 3), remove(1))
                    .process(get(0), putIfAbsent(1, 4)),
            new ModelConfiguration("grow2")
                    .homes(Homes.APART)
                    .log(put(0, 1))
                    .process(RESIZE, get(1))
                    .process(put(1, 3), get(0))
                    .process(remove(0), putIfAbsent(1, 4)),
            new ModelConfiguration("resizers")
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(RESIZE)
                    .process(put(0, 3), remove(1)),
            new ModelConfiguration("resizes")
                    .log(put(0, 1))
                    .process(RESIZE, RESIZE)
                    .process(RESIZE)
                    .process(remove(0), put(0, 3)),
            // An iteration while others write, resize and compact.
            new ModelConfiguration("iterate")
                    .log(put(0, 1), put(1, 2))
                    .process(ITERATE)
                    .process(RESIZE)
                    .process(put(0, 3), remove(1)),
            new ModelConfiguration("iterate2")
                    .homes(Homes.APART)
                    .log(put(0, 1), put(1, 2))
                    .process(ITERATE)
                    .process(RESIZE)
                    .process(remove(0), putIfAbsent(0, 3)),
            new ModelConfiguration("iterate4")
                    .homes(Homes.NEXT)
                    .segments(2)
                    .log(put(0, 1), put(1, 2))
                    .process(ITERATE)
                    .process(COMPACT)
                    .process(put(0, 3), remove(0)),
            // Compaction in the middle.
            new ModelConfiguration("compact")
                    .segments(2)
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT)
                    .process(put(0, 3), remove(0))
                    .process(get(0), putIfAbsent(0, 4)),
            new ModelConfiguration("compact2")
                    .segments(2)
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1), remove(0), put(1, 2))
                    .process(COMPACT)
                    .process(putIfAbsent(0, 3), get(0))
                    .process(putIfAbsent(0, 4), remove(1)),
            new ModelConfiguration("compact3")
                    .segments(2)
                    .deaths(1)
                    .log(put(1, 2), remove(1))
                    .process(COMPACT)
                    .process(putIfAbsent(0, 3), get(0))
                    .process(putIfAbsent(0, 4), get(0)),
            new ModelConfiguration("compactors")
                    .segments(2)
                    .deaths(1)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT)
                    .process(COMPACT)
                    .process(put(0, 3), get(1)),
            // Both.
            new ModelConfiguration("all")
                    .segments(2)
                    .deaths(1)
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(remove(0), putIfAbsent(0, 3))
                    .process(COMPACT),
            // Entries that nobody can settle but by the rules.
            new ModelConfiguration("orphan")
                    .segments(1)
                    .deaths(1)
                    .losses(1)
                    .process(putIfAbsent(0, 3))
                    .process(COMPACT, get(0))
                    .process(put(0, 4), remove(0)),
            new ModelConfiguration("orphan3")
                    .segments(1)
                    .deaths(1)
                    .losses(1)
                    .process(putIfAbsent(0, 3))
                    .process(remove(0), get(0))
                    .process(COMPACT),
            // A rebuild beside others, which have lost the locks by which an opener sees them.
            new ModelConfiguration("rebuild")
                    .log(put(0, 1), put(1, 2))
                    .process(REBUILD)
                    .process(put(0, 3), remove(1))
                    .process(get(0), putIfAbsent(0, 4)),
            new ModelConfiguration("rebuild2")
                    .log(put(0, 1))
                    .process(REBUILD)
                    .process(RESIZE)
                    .process(remove(0), putIfAbsent(0, 3)),
            new ModelConfiguration("rebuild3")
                    .segments(2)
                    .log(put(0, 1), remove(0), put(1, 2))
                    .process(REBUILD)
                    .process(COMPACT)
                    .process(putIfAbsent(0, 3), remove(1)),
            // Values that are added to in place while others replace, copy and move.
            new ModelConfiguration("adds")
                    .log(put(0, 1))
                    .process(add(0, 1), get(0))
                    .process(add(0, 1), remove(0))
                    .process(replace(0, 2, 3), putIfAbsent(0, 1)),
            new ModelConfiguration("adds-compact")
                    .segments(2)
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT)
                    .process(add(0, 1), add(0, 1))
                    .process(add(0, 2), get(0)),
            new ModelConfiguration("adds-compact2")
                    .segments(2)
                    .deaths(1)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT)
                    .process(add(0, 1), get(0))
                    .process(put(0, 3), replace(0, 4, 2)),
            new ModelConfiguration("adds-resize")
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(add(0, 1), get(0))
                    .process(remove(0), putIfAbsent(0, 2)),
            new ModelConfiguration("adds-rebuild")
                    .log(put(0, 1), put(1, 2))
                    .process(REBUILD)
                    .process(add(0, 1), get(0))
                    .process(put(0, 3)),
            // Losses of power.
            new ModelConfiguration("power2")
                    .segments(2)
                    .durable()
                    .deaths(1)
                    .log(put(0, 1), put(1, 2), remove(0))
                    .process(COMPACT, COMPACT)
                    .process(put(1, 4), get(0))
                    .process(put(0, 3)),
            new ModelConfiguration("power3")
                    .segments(2)
                    .durable()
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(get(0), put(1, 4))
                    .process(put(0, 3), COMPACT),
            new ModelConfiguration("power4")
                    .segments(1)
                    .durable()
                    .losses(1)
                    .process(put(0, 3))
                    .process(put(0, 4))
                    .process(COMPACT, COMPACT));

    private ModelConfigurations() {}

    static ModelConfiguration named(String name) {
        return Stream.of(SMALL, USUAL, ModelLargeConfigurations.ALL)
                .flatMap(List::stream)
                .filter(configuration -> configuration.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected the name of a configuration, found " + name));
    }
}
