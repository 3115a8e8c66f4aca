package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.emissary.Emissary;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.LongKeys;
import dev.verbatim.map.MapBuilder;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.CodecText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.HalfFloat;
import dev.verbatim.text.Json;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Null is refused wherever it can be passed, at once, and by the name of the parameter. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NullArgumentsTest {

    record Point(int x) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_INT.withName("x"));
        static final StructCodec<Point> CODEC = StructCodec.ofRecord(lookup(), Point.class, LAYOUT);
    }

    static final class Spot {
        int x;

        static final ReusableCodec<Spot> CODEC = StructCodec.ofClass(lookup(), Spot.class, Point.LAYOUT);
    }

    record Padded(long x) {
        static final StructCodec<Padded> CODEC = StructCodec.ofRecord(
                lookup(), Padded.class, Layouts.struct(JAVA_LONG.withName("x"), MemoryLayout.paddingLayout(8)));
    }

    record PaddedNote(String text) {
        static final VarCodec<PaddedNote> CODEC = VarCodec.ofRecord(
                lookup(), PaddedNote.class, Layouts.varRecord(MemoryLayout.paddingLayout(1), Layouts.varRef("text")));
    }

    record Note(String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    static final class Memo {
        String text;

        static final ReusableVarCodec<Memo> CODEC = VarCodec.ofClass(lookup(), Memo.class, Note.LAYOUT);
    }

    interface PointView extends StructView {
        int x();
    }

    static final ViewFactory<PointView> VIEWS = ViewFactory.of(lookup(), PointView.class, Point.LAYOUT);

    interface Texts extends Supplier<String> {
        interface Header {
            Texts of(Supplier<String> text);
        }
    }

    /**
     * A call that passes null.
     *
     * @param method the method, with the types of its parameters
     * @param message what the exception has to say
     */
    record Case(String method, String message, Executable call) {
        @Override
        public String toString() {
            return method + " " + message;
        }
    }

    static final MemorySegment SEGMENT = MemorySegment.ofArray(new byte[64]);

    @TempDir
    static Path temporary;

    private MappedQueue queue;
    private Appender appender;
    private Tailer tailer;
    private StructFile<Point> file;
    private MapNullCases map;

    @BeforeAll
    void open() throws IOException {
        queue = MappedQueue.builder(temporary.resolve("queue"))
                .segmentSize(4096)
                .open();
        appender = queue.appender();
        tailer = queue.tailer();
        file = StructFile.create(temporary.resolve("points.npy"), Point.CODEC);
        file.append(new Point(1));
        map = new MapNullCases(temporary.resolve("map"));
    }

    @AfterAll
    void close() throws IOException {
        map.close();
        file.close();
        queue.close();
    }

    /** A static field that is declared below the codec is null there. */
    static String layoutIsNull(Class<?> type) {
        return "layout of " + type.getName()
                + " is null; if it is a static field, it has no value yet: declare it above what it is passed to; or,"
                + " if its class and that of the codec use each other, in a third class";
    }

    private static Case of(String method, String message, Executable call) {
        return new Case(method, message, call);
    }

    private Stream<Case> cases() {
        return Stream.of(
                        layouts(),
                        CodecNullCases.cases(),
                        NullConversions.cases(temporary),
                        views(),
                        emissaries(),
                        files(),
                        TextNullCases.cases(),
                        CursorNullCases.cases(),
                        new QueueNullCases(queue, appender, tailer).cases(),
                        map.cases())
                .flatMap(List::stream);
    }

    private static List<Case> layouts() {
        return List.of(
                of("Layouts.describe(StructLayout)", "layout", () -> Layouts.describe(null)),
                of("Layouts.grown(StructLayout, MemoryLayout[])", "older", () -> Layouts.grown(null)),
                of(
                        "Layouts.grown(StructLayout, MemoryLayout[])",
                        "members",
                        () -> Layouts.grown(Point.LAYOUT, (MemoryLayout[]) null)),
                of("Layouts.isVarRecord(StructLayout)", "layout", () -> Layouts.isVarRecord(null)),
                of("Layouts.members(StructLayout)", "layout", () -> Layouts.members(null)),
                of("Layouts.packed(StructLayout)", "layout", () -> Layouts.packed(null)),
                of(
                        "Layouts.withOrder(StructLayout, ByteOrder)",
                        "layout",
                        () -> Layouts.withOrder(null, ByteOrder.BIG_ENDIAN)),
                of("Layouts.withOrder(StructLayout, ByteOrder)", "order", () -> Layouts.withOrder(Point.LAYOUT, null)),
                of("Layouts.struct(MemoryLayout[])", "members", () -> Layouts.struct((MemoryLayout[]) null)),
                of("Layouts.withAlternative(StructLayout, String)", "layout", () -> Layouts.withAlternative(null, "a")),
                of(
                        "Layouts.withAlternative(StructLayout, String)",
                        "alternative",
                        () -> Layouts.withAlternative(Point.LAYOUT, null)),
                of("Layouts.withPadding(StructLayout, String)", "layout", () -> Layouts.withPadding(null, "x")),
                of(
                        "Layouts.withPadding(StructLayout, String)",
                        "member",
                        () -> Layouts.withPadding(Point.LAYOUT, null)),
                of("Layouts.varRecord(MemoryLayout[])", "members", () -> Layouts.varRecord((MemoryLayout[]) null)),
                of("Layouts.varRef(String)", "name", () -> Layouts.varRef(null)),
                of("Layouts.varRef(String, MemoryLayout)", "name", () -> Layouts.varRef(null, JAVA_INT)),
                of("Layouts.varRef(String, MemoryLayout)", "element", () -> Layouts.varRef("a", null)),
                of("Layouts.varList(MemoryLayout)", "element", () -> Layouts.varList(null)),
                of("Layouts.varRefElement(MemoryLayout)", "member", () -> Layouts.varRefElement(null)),
                of("Layouts.isGrown(StructLayout, StructLayout)", "one", () -> Layouts.isGrown(null, Point.LAYOUT)),
                of("Layouts.isGrown(StructLayout, StructLayout)", "other", () -> Layouts.isGrown(Point.LAYOUT, null)),
                of("LayoutReader.of(StructLayout)", "layout", () -> LayoutReader.of(null)),
                of(
                        "LayoutReader.encodedSize(MemorySegment, long)",
                        "cannot read a struct (4 bytes) at offset=0: the segment is null",
                        () -> LayoutReader.of(Point.LAYOUT).encodedSize(null, 0)),
                of(
                        "LayoutReader.read(MemorySegment, long)",
                        "cannot read a struct (4 bytes) at offset=0: the segment is null",
                        () -> LayoutReader.of(Point.LAYOUT).read(null, 0)),
                of("LayoutText.of(StructLayout)", "layout", () -> LayoutText.of(null)),
                of("LayoutText.parse(String)", "text", () -> LayoutText.parse(null)));
    }

    private static List<Case> views() {
        String factory = "ViewFactory.of(Lookup, Class, StructLayout)";
        String name = "dev.verbatim.NullArgumentsTest$PointView (4 bytes)";
        PointView view = VIEWS.wrap(SEGMENT, 0);
        return List.of(
                of(factory, "lookup", () -> ViewFactory.of(null, PointView.class, Point.LAYOUT)),
                of(factory, "type", () -> ViewFactory.of(lookup(), null, Point.LAYOUT)),
                of(factory, layoutIsNull(PointView.class), () -> ViewFactory.of(lookup(), PointView.class, null)),
                of("ViewFactory.allocate(SegmentAllocator)", "allocator", () -> VIEWS.allocate(null)),
                of("ViewFactory.list(MemorySegment)", "segment", () -> VIEWS.list(null)),
                of(
                        "ViewFactory.wrap(MemorySegment, long)",
                        "cannot wrap " + name + " at offset=0: the segment is null",
                        () -> VIEWS.wrap(null, 0)),
                of(
                        "StructView.wrap(MemorySegment, long)",
                        "cannot wrap " + name + " at offset=0: the segment is null",
                        () -> view.wrap(null, 0)),
                of(
                        "StructView.copyFrom(StructView)",
                        "cannot copy to " + name + ": the view to copy from is null",
                        () -> view.copyFrom(null)),
                of(
                        "StructView.copyFrom(MemorySegment, long)",
                        "cannot copy to " + name + " from a segment at offset=0: the segment is null",
                        () -> view.copyFrom(null, 0)));
    }

    private static List<Case> emissaries() {
        String delegate = "Emissary.delegate(Lookup, Object, Class)";
        Texts texts = Emissary.bind(lookup(), Texts.Header.class).of(() -> "");
        return List.of(
                of("Emissary.bind(Lookup, Class)", "lookup", () -> Emissary.bind(null, Texts.Header.class)),
                of("Emissary.bind(Lookup, Class)", "header", () -> Emissary.bind(lookup(), null)),
                of(delegate, "lookup", () -> Emissary.delegate(null, texts, Supplier.class)),
                of(delegate, "emissary", () -> Emissary.delegate(lookup(), null, Supplier.class)),
                of(delegate, "type", () -> Emissary.delegate(lookup(), texts, null)));
    }

    private List<Case> files() {
        Path path = temporary.resolve("none.npy");
        return List.of(
                of("StructFile.create(Path, StructCodec)", "path", () -> StructFile.create(null, Point.CODEC)),
                of(
                        "StructFile.create(Path, StructCodec)",
                        "codec",
                        () -> StructFile.create(path, (StructCodec<Point>) null)),
                of("StructFile.create(Path, StructLayout)", "path", () -> StructFile.create(null, Point.LAYOUT)),
                of(
                        "StructFile.create(Path, StructLayout)",
                        "layout",
                        () -> StructFile.create(path, (StructLayout) null)),
                of("StructFile.createLike(Path, Path)", "path", () -> StructFile.createLike(null, path)),
                of("StructFile.createLike(Path, Path)", "other", () -> StructFile.createLike(path, null)),
                of("StructFile.open(Path)", "path", () -> StructFile.open(null)),
                of("StructFile.openReadWrite(Path)", "path", () -> StructFile.openReadWrite(null)),
                of("StructFile.layout(Path)", "path", () -> StructFile.layout(null)),
                of("StructFile.dtypes(Path)", "path", () -> StructFile.dtypes(null)),
                of("StructFile.unsigned(Path)", "path", () -> StructFile.unsigned(null)),
                of("StructFile.halfPrecision(Path)", "path", () -> StructFile.halfPrecision(null)),
                of(
                        "StructFile.openColumns(Path, StructCodec)",
                        "path",
                        () -> StructFile.openColumns(null, Point.CODEC)),
                of("StructFile.openColumns(Path, StructCodec)", "codec", () -> StructFile.openColumns(path, null)),
                of("StructFile.open(Path, StructCodec)", "path", () -> StructFile.open(null, Point.CODEC)),
                of("StructFile.open(Path, StructCodec)", "codec", () -> StructFile.open(path, null)),
                of(
                        "StructFile.openReadWrite(Path, StructCodec)",
                        "path",
                        () -> StructFile.openReadWrite(null, Point.CODEC)),
                of("StructFile.openReadWrite(Path, StructCodec)", "codec", () -> StructFile.openReadWrite(path, null)),
                of(
                        "StructFile.append(Object)",
                        "cannot write " + Point.CODEC + " at offset=132: the value is null",
                        () -> file.append(null)),
                of("StructFile.appendAll(MemorySegment)", "structs", () -> file.appendAll(null)),
                of(
                        "StructFile.set(long, Object)",
                        "cannot write " + Point.CODEC + " at offset=128: the value is null",
                        () -> file.set(0, null)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nullIsRefused(Case each) {
        assertEquals(
                each.message,
                assertThrowsExactly(NullPointerException.class, each.call).getMessage());
    }

    /** Every parameter of every public method that can be null, and may not, is one of the cases. */
    @Test
    void thereAreNoOthers() {
        Map<String, Long> expected = new TreeMap<>();
        for (Class<?> type : List.of(
                Layouts.class,
                LayoutReader.class,
                LayoutText.class,
                Conversion.class,
                Conversions.class,
                CodeConversions.class,
                NumberConversions.class,
                TextConversions.class,
                TimeConversions.class,
                SegmentCursor.class,
                CursorElements.class,
                CursorArrays.class,
                CursorRecords.class,
                StructCodec.class,
                ReusableCodec.class,
                StructList.class,
                LayoutCodec.class,
                SizedCodec.class,
                VarCodec.class,
                VarCodec.Builder.class,
                TaggedCodec.class,
                TaggedCodec.Builder.class,
                TaggedVarCodec.class,
                TaggedVarCodec.Builder.class,
                ReusableVarCodec.class,
                ViewFactory.class,
                StructView.class,
                Emissary.class,
                StructFile.class,
                MappedQueue.class,
                MappedQueue.Builder.class,
                Retention.class,
                Tailer.class,
                Appender.class,
                WaitStrategy.class,
                MappedMap.class,
                LongKeys.class,
                MapBuilder.class,
                MapCodec.class,
                MapChanges.class,
                RecordText.class,
                CodecText.class,
                Json.class,
                Csv.class,
                Csv.Reader.class,
                ByteText.class,
                HalfFloat.class,
                MalformedTextException.class)) {
            String outer = type.isMemberClass() ? type.getEnclosingClass().getSimpleName() + "." : "";
            String name = outer + type.getSimpleName();
            Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                    .filter(method -> !method.getName().equals("equals")) // takes null
                    .forEach(method -> expected.put(
                            name + "." + method.getName()
                                    + Arrays.stream(method.getParameterTypes())
                                            .map(Class::getSimpleName)
                                            .collect(Collectors.joining(", ", "(", ")")),
                            Arrays.stream(method.getParameters())
                                    .filter(each -> !each.getType().isPrimitive())
                                    .filter(each -> !each.getAnnotatedType().isAnnotationPresent(Nullable.class))
                                    .count()));
        }
        expected.values().removeIf(count -> count == 0);
        Map<String, Long> found =
                cases().collect(Collectors.groupingBy(Case::method, TreeMap::new, Collectors.counting()));
        assertEquals(expected, found);
    }

    @Test
    void nothingWasAppended() throws IOException {
        assertEquals(0, queue.verify().committed());
        assertEquals(1, file.size());
        assertEquals(new Point(1), file.get(0));
        try (Arena arena = Arena.ofConfined()) {
            assertEquals(0, VIEWS.allocate(arena).x());
        }
    }
}
