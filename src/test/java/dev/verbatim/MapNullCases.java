package dev.verbatim;

import dev.verbatim.NullArgumentsTest.Case;
import dev.verbatim.NullArgumentsTest.Point;
import dev.verbatim.NullArgumentsTest.PointView;
import dev.verbatim.map.LongKeys;
import dev.verbatim.map.MapBuilder;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The methods of the map that take something that can be null. */
final class MapNullCases implements AutoCloseable {

    private static final MapCodec<Long> KEYS = MapCodec.longs();
    private static final MapCodec<Point> VALUES = MapCodec.of(Point.CODEC);

    private final Path folder;
    private final MappedMap<Long, Point> map;
    private final LongKeys<Point> longKeys;
    private final MapChanges<Long, Point> changes;
    private final Point point = new Point(1);
    private final PointView view = NullArgumentsTest.VIEWS.allocate(Arena.ofAuto());

    MapNullCases(Path folder) throws IOException {
        this.folder = folder;
        this.map = MappedMap.builder(folder, KEYS, VALUES).segmentSize(4096).open();
        this.longKeys = map.longKeys();
        this.changes = map.changes();
    }

    List<Case> cases() {
        return Stream.of(opening(), reading(), writing()).flatMap(List::stream).toList();
    }

    private List<Case> opening() {
        MapBuilder<Long, Point> builder = MappedMap.builder(folder, KEYS, VALUES);
        String builds = "MappedMap.builder(Path, MapCodec, MapCodec)";
        String opens = "MappedMap.open(Path, MapCodec, MapCodec)";
        return List.of(
                new Case(builds, "folder", () -> MappedMap.builder(null, KEYS, VALUES)),
                new Case(builds, "keys", () -> MappedMap.builder(folder, null, VALUES)),
                new Case(builds, "values", () -> MappedMap.builder(folder, KEYS, null)),
                new Case(opens, "folder", () -> MappedMap.open(null, KEYS, VALUES)),
                new Case(opens, "keys", () -> MappedMap.open(folder, null, VALUES)),
                new Case(opens, "values", () -> MappedMap.open(folder, KEYS, null)),
                new Case("MapBuilder.durability(Durability)", "durability", () -> builder.durability(null)),
                new Case("MapCodec.of(StructCodec)", "codec", () -> MapCodec.of((StructCodec<Point>) null)),
                new Case("MapCodec.of(SizedCodec)", "codec", () -> MapCodec.of((SizedCodec<Point>) null)));
    }

    private List<Case> reading() {
        String reads = "MappedMap.read(Object, Consumer)";
        String views = "MappedMap.view(Object, StructView, Consumer)";
        String awaits = "MapChanges.await(WaitStrategy, Duration)";
        String viewsLong = "LongKeys.view(long, StructView, Consumer)";
        return List.of(
                new Case("MappedMap.verify(DoubleConsumer)", "progress", () -> map.verify(null)),
                new Case("MappedMap.get(Object)", "key", () -> map.get(null)),
                new Case("MappedMap.containsKey(Object)", "key", () -> map.containsKey(null)),
                new Case("MappedMap.getInto(Object, Object)", "key", () -> map.getInto(null, point)),
                new Case("MappedMap.getInto(Object, Object)", "target", () -> map.getInto(1L, null)),
                new Case("LongKeys.getInto(long, Object)", "target", () -> longKeys.getInto(1, null)),
                new Case(reads, "key", () -> map.read(null, bytes -> {})),
                new Case(reads, "consumer", () -> map.read(1L, null)),
                new Case(views, "key", () -> map.view(null, view, found -> {})),
                new Case(views, "view", () -> map.view(1L, (PointView) null, found -> {})),
                new Case(views, "consumer", () -> map.view(1L, view, null)),
                new Case(viewsLong, "view", () -> longKeys.view(1, (PointView) null, found -> {})),
                new Case(viewsLong, "consumer", () -> longKeys.view(1, view, null)),
                new Case(awaits, "strategy", () -> changes.await(null, Duration.ZERO)),
                new Case(awaits, "timeout", () -> changes.await(WaitStrategy.spin(), null)),
                new Case("MapChanges.poll(Handler)", "handler", () -> changes.poll(null)));
    }

    private List<Case> writing() {
        String replaces = "MappedMap.replace(Object, Object)";
        String replacesExpected = "MappedMap.replace(Object, Object, Object)";
        String replacesLong = "LongKeys.replace(long, Object, Object)";
        String mergesLong = "LongKeys.merge(long, Object, BiFunction)";
        String merges = "MappedMap.merge(Object, Object, BiFunction)";
        return List.of(
                new Case("MappedMap.put(Object, Object)", "key", () -> map.put(null, point)),
                new Case("MappedMap.put(Object, Object)", "value", () -> map.put(1L, null)),
                new Case("MappedMap.storeLayout(StructLayout)", "layout", () -> map.storeLayout(null)),
                new Case(
                        "MapCodec.storedKeys(String, Optional)",
                        "keyKind",
                        () -> MapCodec.storedKeys(null, Optional.empty())),
                new Case("MapCodec.storedKeys(String, Optional)", "keyLayout", () -> MapCodec.storedKeys("LONG", null)),
                new Case("LongKeys.put(long, Object)", "value", () -> longKeys.put(1, null)),
                new Case("LongKeys.putIfAbsent(long, Object)", "value", () -> longKeys.putIfAbsent(1, null)),
                new Case("LongKeys.replace(long, Object)", "value", () -> longKeys.replace(1, null)),
                new Case(replacesLong, "expected", () -> longKeys.replace(1, null, point)),
                new Case(replacesLong, "value", () -> longKeys.replace(1, point, null)),
                new Case("LongKeys.remove(long, Object)", "expected", () -> longKeys.remove(1, null)),
                new Case("LongKeys.compute(long, Computation)", "function", () -> longKeys.compute(1, null)),
                new Case(mergesLong, "value", () -> longKeys.merge(1, null, (old, more) -> more)),
                new Case(mergesLong, "function", () -> longKeys.merge(1, point, null)),
                new Case("MappedMap.putIfAbsent(Object, Object)", "key", () -> map.putIfAbsent(null, point)),
                new Case("MappedMap.putIfAbsent(Object, Object)", "value", () -> map.putIfAbsent(1L, null)),
                new Case(replaces, "key", () -> map.replace(null, point)),
                new Case(replaces, "value", () -> map.replace(1L, null)),
                new Case(replacesExpected, "key", () -> map.replace(null, point, point)),
                new Case(replacesExpected, "expected", () -> map.replace(1L, null, point)),
                new Case(replacesExpected, "value", () -> map.replace(1L, point, null)),
                new Case("MappedMap.remove(Object)", "key", () -> map.remove(null)),
                new Case("MappedMap.remove(Object, Object)", "key", () -> map.remove(null, point)),
                new Case("MappedMap.remove(Object, Object)", "expected", () -> map.remove(1L, null)),
                new Case("MappedMap.compute(Object, BiFunction)", "key", () -> map.compute(null, (k, old) -> old)),
                new Case("MappedMap.compute(Object, BiFunction)", "function", () -> map.compute(1L, null)),
                new Case(merges, "key", () -> map.merge(null, point, (old, more) -> more)),
                new Case(merges, "value", () -> map.merge(1L, null, (old, more) -> more)),
                new Case(merges, "function", () -> map.merge(1L, point, null)));
    }

    @Override
    public void close() throws IOException {
        map.close();
    }
}
