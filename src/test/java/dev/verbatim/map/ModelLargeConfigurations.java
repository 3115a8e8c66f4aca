package dev.verbatim.map;

import static dev.verbatim.map.ModelOperation.COMPACT;
import static dev.verbatim.map.ModelOperation.ITERATE;
import static dev.verbatim.map.ModelOperation.RESIZE;
import static dev.verbatim.map.ModelOperation.get;
import static dev.verbatim.map.ModelOperation.put;
import static dev.verbatim.map.ModelOperation.putIfAbsent;
import static dev.verbatim.map.ModelOperation.remove;
import static dev.verbatim.map.ModelOperation.replace;

import dev.verbatim.map.ModelConfiguration.Homes;
import java.util.List;

/** The configurations that are searched on demand, the smaller ones first. */
final class ModelLargeConfigurations {

    static final List<ModelConfiguration> ALL = List.of(
            new ModelConfiguration("iterate3")
                    .homes(Homes.APART)
                    .log(put(1, 2))
                    .process(ITERATE)
                    .process(RESIZE, RESIZE)
                    .process(put(0, 3), put(1, 4)),
            new ModelConfiguration("all2")
                    .homes(Homes.NEXT)
                    .segments(2)
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(put(0, 3))
                    .process(COMPACT),
            new ModelConfiguration("stale")
                    .segments(2)
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(remove(0), get(0))
                    .process(COMPACT, COMPACT),
            new ModelConfiguration("orphan2")
                    .segments(1)
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1))
                    .process(put(0, 3), get(0))
                    .process(COMPACT, COMPACT)
                    .process(put(0, 4)),
            new ModelConfiguration("power")
                    .segments(2)
                    .durable()
                    .deaths(1)
                    .log(put(0, 1), put(1, 2))
                    .process(put(0, 3), remove(1))
                    .process(get(0), put(1, 4))
                    .process(COMPACT),
            new ModelConfiguration("four")
                    .segments(2)
                    .deaths(1)
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(COMPACT)
                    .process(remove(0))
                    .process(putIfAbsent(0, 3)),
            new ModelConfiguration("four2")
                    .homes(Homes.NEXT)
                    .segments(2)
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE)
                    .process(COMPACT)
                    .process(replace(0, 1, 3))
                    .process(put(1, 4)),
            new ModelConfiguration("movers")
                    .segments(2)
                    .deaths(1)
                    .log(put(0, 1))
                    .process(RESIZE)
                    .process(RESIZE)
                    .process(remove(0), putIfAbsent(0, 3))
                    .process(COMPACT),
            new ModelConfiguration("resize5")
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE, get(0))
                    .process(put(0, 3), remove(1), get(1))
                    .process(putIfAbsent(1, 4), remove(0)),
            new ModelConfiguration("resizes2")
                    .log(put(0, 1))
                    .process(RESIZE, RESIZE)
                    .process(RESIZE, get(0))
                    .process(remove(0), put(1, 3), get(0)),
            new ModelConfiguration("compact4")
                    .segments(2)
                    .deaths(2)
                    .losses(2)
                    .log(put(0, 1), put(1, 2))
                    .process(COMPACT, COMPACT)
                    .process(put(0, 3), remove(0))
                    .process(remove(1), putIfAbsent(0, 4), get(1)),
            new ModelConfiguration("orphan4")
                    .segments(1)
                    .deaths(2)
                    .losses(2)
                    .log(put(0, 1))
                    .process(put(0, 3), get(0))
                    .process(COMPACT, COMPACT)
                    .process(remove(0), putIfAbsent(0, 4)),
            new ModelConfiguration("all3")
                    .segments(2)
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1), put(1, 2))
                    .process(RESIZE, RESIZE)
                    .process(remove(0), putIfAbsent(0, 3))
                    .process(COMPACT, COMPACT),
            new ModelConfiguration("power5")
                    .segments(2)
                    .durable()
                    .deaths(1)
                    .losses(1)
                    .log(put(0, 1), put(1, 2))
                    .process(put(0, 3), remove(1))
                    .process(get(0), put(1, 4))
                    .process(COMPACT, RESIZE),
            new ModelConfiguration("power6")
                    .homes(Homes.NEXT)
                    .segments(2)
                    .durable()
                    .deaths(1)
                    .log(put(0, 1), remove(0), put(1, 2))
                    .process(COMPACT, COMPACT)
                    .process(putIfAbsent(0, 4), remove(0), get(1))
                    .process(put(1, 3)));

    private ModelLargeConfigurations() {}
}
