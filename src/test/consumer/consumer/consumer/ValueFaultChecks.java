package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.function.Supplier;

/** What goes wrong with the DTO rather than with the segment. */
final class ValueFaultChecks {

    private static final StructLayout CODE = structLayout(JAVA_INT.withName("code"));

    private ValueFaultChecks() {}

    static void run(List<Subject<?>> subjects) {
        for (Subject<?> subject : subjects) {
            nullDto(subject);
            counts(subject);
            anotherType(subject);
        }
        aCodecWithoutConstructor();
        aSupplierThatReturnsNull();
        whatTheDtosOwnCodeThrows();
        nullArgumentsOfTheFactories();
    }

    private static <T> void nullDto(Subject<T> subject) {
        MemorySegment segment = MemorySegment.ofArray(new byte[3 * subject.bytes().length]);
        String type = subject.typeName();
        String atIndex2 = "offset=" + 2 * subject.byteSize() + ":";
        Class<NullPointerException> npe = NullPointerException.class;
        thrown("write of null", npe, () -> subject.codec().write(null, segment, 1), type, "offset=1:", "value is null");
        thrown(
                "writeAtIndex of null",
                npe,
                () -> subject.codec().writeAtIndex(null, segment, 2),
                type,
                atIndex2,
                "value is null");
        if (subject.isReusable()) {
            ReusableCodec<T> codec = subject.reusable();
            thrown("readInto null", npe, () -> codec.readInto(null, segment, 1), type, "offset=1:", "target is null");
            thrown(
                    "readIntoAtIndex null",
                    npe,
                    () -> codec.readIntoAtIndex(null, segment, 2),
                    type,
                    atIndex2,
                    "target is null");
        }
    }

    private static void counts(Subject<?> subject) {
        MemorySegment segment = MemorySegment.ofArray(new byte[subject.bytes().length]);
        for (long count : new long[] {-1, Long.MIN_VALUE}) {
            thrown(
                    "copy of a negative count",
                    IllegalArgumentException.class,
                    () -> subject.codec().copy(segment, 0, segment, 0, count),
                    subject.typeName(),
                    "count=" + count + " ");
        }
        thrown(
                "copy of more than there is",
                IndexOutOfBoundsException.class,
                () -> subject.codec().copy(segment, 0, segment, 0, 2),
                subject.typeName(),
                "offset=0:");
        thrown(
                "copy of more than any segment holds",
                IndexOutOfBoundsException.class,
                () -> subject.codec().copy(segment, 0, segment, 0, Long.MAX_VALUE / 4 + 1),
                subject.typeName(),
                "count=" + (Long.MAX_VALUE / 4 + 1) + " ");
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the point: a caller that has lost the type
    private static void anotherType(Subject<?> subject) {
        MemorySegment segment = MemorySegment.ofArray(new byte[subject.bytes().length]);
        StructCodec codec = subject.codec();
        Class<ClassCastException> cce = ClassCastException.class;
        String type = subject.typeName();
        thrown("write of another type", cce, () -> codec.write("text", segment, 0), "java.lang.String", type);
        thrown(
                "writeAtIndex of another type",
                cce,
                () -> codec.writeAtIndex("text", segment, 0),
                "java.lang.String",
                type);
        Checks.that(
                "nothing of another type is written",
                segment.mismatch(MemorySegment.ofArray(new byte[subject.bytes().length])) == -1);
        if (subject.isReusable()) {
            thrown(
                    "readInto another type",
                    cce,
                    () -> ((ReusableCodec) codec).readInto("text", segment, 0),
                    "java.lang.String",
                    type);
        }
    }

    private static final class NeedsArgument {
        private int code;

        private NeedsArgument(int code) {
            this.code = code;
        }
    }

    private static void aCodecWithoutConstructor() {
        ReusableCodec<NeedsArgument> codec = StructCodec.ofClass(lookup(), NeedsArgument.class, CODE);
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        Class<UnsupportedOperationException> unsupported = UnsupportedOperationException.class;
        String type = NeedsArgument.class.getName();
        thrown("read without a constructor", unsupported, () -> codec.read(segment, 0), type, "readInto", "supplier");
        thrown("readAtIndex without a constructor", unsupported, () -> codec.readAtIndex(segment, 1), type);
        NeedsArgument target = new NeedsArgument(7);
        codec.readInto(target, segment, 0);
        Checks.equal("readInto without a constructor", 0, target.code);
    }

    private static void aSupplierThatReturnsNull() {
        ReusableCodec<NeedsArgument> codec = StructCodec.ofClass(lookup(), NeedsArgument.class, CODE, () -> null);
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        String type = NeedsArgument.class.getName();
        Class<NullPointerException> npe = NullPointerException.class;
        thrown("read from a supplier of null", npe, () -> codec.read(segment, 0), type, "supplier returned null");
        thrown(
                "readAtIndex from a supplier of null",
                npe,
                () -> codec.readAtIndex(segment, 1),
                type,
                "supplier returned null");
    }

    /** Of the types that a segment throws too, so that only its state tells one from the other. */
    private static final List<RuntimeException> OWN = List.of(
            new IllegalArgumentException("own"),
            new IndexOutOfBoundsException("own"),
            new IllegalStateException("own"),
            new WrongThreadException("own"),
            new UnsupportedOperationException("own"),
            new NullPointerException("own"),
            new ArithmeticException("own"));

    private record Picky(int code) {
        private Picky {
            throw OWN.get(code);
        }
    }

    private static final class PickyClass {
        private static int next;
        private int code;

        private PickyClass() {
            throw OWN.get(next);
        }
    }

    private static void whatTheDtosOwnCodeThrows() {
        StructCodec<Picky> ofRecord = StructCodec.ofRecord(lookup(), Picky.class, CODE);
        ReusableCodec<PickyClass> ofClass = StructCodec.ofClass(lookup(), PickyClass.class, CODE);
        for (RuntimeException own : OWN) {
            PickyClass.next = OWN.indexOf(own);
            MemorySegment segment = MemorySegment.ofArray(new int[] {PickyClass.next, PickyClass.next});
            ReusableCodec<PickyClass> supplied = StructCodec.ofClass(lookup(), PickyClass.class, CODE, () -> {
                throw own;
            });
            for (StructCodec<?> codec : List.of(ofRecord, ofClass, supplied)) {
                Checks.that(
                        "read passes the exception itself: " + own,
                        thrown("read", own.getClass(), () -> codec.read(segment, 0)) == own);
                Checks.that(
                        "readAtIndex passes the exception itself: " + own,
                        thrown("readAtIndex", own.getClass(), () -> codec.readAtIndex(segment, 1)) == own);
            }
        }
    }

    private static void nullArgumentsOfTheFactories() {
        Class<NullPointerException> npe = NullPointerException.class;
        thrown("ofRecord, null lookup", npe, () -> StructCodec.ofRecord(null, Picky.class, CODE), "lookup");
        thrown("ofRecord, null type", npe, () -> StructCodec.ofRecord(lookup(), (Class<Picky>) null, CODE), "type");
        thrown("ofRecord, null layout", npe, () -> StructCodec.ofRecord(lookup(), Picky.class, null), "layout");
        thrown("ofClass, null lookup", npe, () -> StructCodec.ofClass(null, PickyClass.class, CODE), "lookup");
        thrown("ofClass, null type", npe, () -> StructCodec.ofClass(lookup(), null, CODE), "type");
        thrown("ofClass, null layout", npe, () -> StructCodec.ofClass(lookup(), PickyClass.class, null), "layout");
        thrown(
                "ofClass, null supplier",
                npe,
                () -> StructCodec.ofClass(lookup(), PickyClass.class, CODE, (Supplier<PickyClass>) null),
                "supplier");
    }
}
