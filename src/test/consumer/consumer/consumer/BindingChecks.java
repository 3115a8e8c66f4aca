package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.base.Instrument;
import consumer.lib.Box;
import consumer.lib.Doors;
import consumer.lib.Guarded;
import consumer.lib.Labelled;
import consumer.lib.Point;
import consumer.lib.Vault;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;

/** What binds and what is refused, within this module and across to another. */
final class BindingChecks {

    private static final StructLayout KEY = structLayout(JAVA_LONG.withName("key"));

    /** On the class path all classes are of one module, and what needs a module's border is allowed. */
    private static final boolean MODULAR = BindingChecks.class.getModule().isNamed();

    private BindingChecks() {}

    static void run() {
        everyMismatchIsReportedAtOnce();
        aMismatchInAStaticInitialiser();
        lookupsWithoutPrivilege();
        aRecordThatIsNotExported();
        aNestedRecordThatIsNotExported();
        aNestedClassWithAPrivateField();
        whatANestedDtoMismatches();
        aPrivateFieldOfAnotherModule();
        fieldsOfClassesThatAnotherModuleDoesNotExport();
        aModuleThatDoesNotReadVerbatim();
        theLibrarysOwnLookup();
    }

    private record Mistyped(long id, int missing, double price) {}

    private static final StructLayout MISTYPED =
            structLayout(JAVA_DOUBLE.withName("id"), JAVA_FLOAT.withName("price"), JAVA_INT.withName("extra"));

    private static void everyMismatchIsReportedAtOnce() {
        Throwable fault = thrown(
                "a layout that does not match",
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(lookup(), Mistyped.class, MISTYPED),
                Mistyped.class.getName(),
                "4 mismatches",
                "id:",
                "price:",
                "extra:",
                "missing:",
                "offset=8");
        Checks.equal(
                "mismatches()",
                4,
                ((LayoutMismatchException) fault).mismatches().size());
    }

    private static final class Careless {
        private static final StructCodec<Mistyped> CODEC = StructCodec.ofRecord(lookup(), Mistyped.class, MISTYPED);
    }

    private static void aMismatchInAStaticInitialiser() {
        Throwable fault =
                thrown("a static initialiser", ExceptionInInitializerError.class, () -> Careless.CODEC.byteSize());
        thrown(
                "its cause",
                LayoutMismatchException.class,
                () -> {
                    throw fault.getCause();
                },
                Mistyped.class.getName(),
                "4 mismatches");
    }

    private record Key(long key) {}

    private static void lookupsWithoutPrivilege() {
        refused("the public lookup", MethodHandles.publicLookup(), Key.class, "no full privilege access");
        refused(
                "a lookup that was dropped",
                lookup().dropLookupMode(Lookup.PRIVATE),
                Key.class,
                "no full privilege access");
        roundTrip("a lookup of another package in the module", Instrument.lookup(), Key.class);
    }

    private static void aRecordThatIsNotExported() {
        if (MODULAR) {
            refused(
                    "a record that is not exported",
                    lookup(),
                    Doors.secret(),
                    "is not accessible to consumer.BindingChecks");
        } else {
            roundTrip("a record that is not exported", lookup(), Doors.secret());
        }
    }

    private static void aNestedRecordThatIsNotExported() {
        StructLayout layout = structLayout(JAVA_INT.withName("id"), paddingLayout(4), KEY.withName("secret"));
        if (MODULAR) {
            thrown(
                    "a nested record that is not exported",
                    LayoutMismatchException.class,
                    () -> StructCodec.ofRecord(lookup(), Vault.class, layout),
                    Vault.class.getName(),
                    "secret.key:",
                    "is not accessible to consumer.BindingChecks",
                    "secret: consumer.lib.hidden.Secret: the canonical constructor is not accessible");
        } else {
            MemorySegment segment = MemorySegment.ofArray(new long[] {1, 2});
            Vault vault = StructCodec.ofRecord(lookup(), Vault.class, layout).read(segment, 0);
            Checks.equal("a nested record that is not exported", 1, vault.id());
        }
    }

    private record Labels(Labelled[] all) {}

    private static void aNestedClassWithAPrivateField() {
        StructLayout layout = structLayout(
                sequenceLayout(2, structLayout(JAVA_LONG.withName("label"))).withName("all"));
        if (MODULAR) {
            thrown(
                    "a nested class with a private field",
                    LayoutMismatchException.class,
                    () -> StructCodec.ofRecord(lookup(), Labels.class, layout),
                    Labels.class.getName(),
                    "all[].label:",
                    "is not accessible to consumer.BindingChecks");
        } else {
            MemorySegment segment = MemorySegment.ofArray(new long[] {3, 4});
            Labels labels = StructCodec.ofRecord(lookup(), Labels.class, layout).read(segment, 0);
            Checks.equal("a nested class with a private field", 4L, labels.all()[1].label());
        }
    }

    private record Outer(Mistyped one, Mistyped[] many, List<Mistyped> list, List<String> names) {}

    private static void whatANestedDtoMismatches() {
        StructLayout mistyped = structLayout(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("price"));
        StructLayout layout = structLayout(
                mistyped.withName("one"),
                sequenceLayout(2, mistyped).withName("many"),
                sequenceLayout(2, mistyped).withName("list"),
                sequenceLayout(2, JAVA_LONG).withName("names"));
        thrown(
                "nested DTOs that do not match",
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(lookup(), Outer.class, layout),
                Outer.class.getName(),
                "4 mismatches",
                "one.missing:",
                "many[].missing:",
                "list[].missing:",
                "names:");
    }

    private static final class Marked extends Labelled {}

    private static void aPrivateFieldOfAnotherModule() {
        StructLayout layout = structLayout(JAVA_LONG.withName("label"));
        if (MODULAR) {
            thrown(
                    "a private field of another module",
                    LayoutMismatchException.class,
                    () -> StructCodec.ofClass(lookup(), Marked.class, layout),
                    Marked.class.getName(),
                    "label:",
                    Labelled.class.getName(),
                    "is not accessible");
        } else {
            MemorySegment segment = MemorySegment.ofArray(new long[] {9});
            Marked read = StructCodec.ofClass(lookup(), Marked.class, layout).read(segment, 0);
            Checks.equal("a private field of another package", 9L, read.label());
        }
    }

    /** Extends a class of another module, and may name the protected field that it inherits. */
    private static final class Crate extends Guarded {
        private int id;
    }

    private static void fieldsOfClassesThatAnotherModuleDoesNotExport() {
        StructLayout box = structLayout(JAVA_INT.withName("tag"), JAVA_INT.withName("width"));
        MemorySegment ints = MemorySegment.ofArray(new int[] {1, 2, 0, 0});
        StructCodec<Box> boxes = StructCodec.ofClass(lookup(), Box.class, box);
        boxes.writeAtIndex(boxes.read(ints, 0), ints, 1);
        Checks.equal(
                "a public field of a class that is not", -1L, ints.asSlice(8).mismatch(ints.asSlice(0, 8)));

        StructLayout crate = structLayout(JAVA_LONG.withName("weight"), JAVA_INT.withName("id"), paddingLayout(4));
        record Load(Crate[] crates) {}
        StructCodec<Load> loads = StructCodec.ofRecord(
                lookup(), Load.class, structLayout(sequenceLayout(1, crate).withName("crates")));
        MemorySegment longs = MemorySegment.ofArray(new long[] {3, 4, 0, 0});
        loads.writeAtIndex(loads.read(longs, 0), longs, 1);
        Checks.equal("a protected field of one", -1L, longs.asSlice(16).mismatch(longs.asSlice(0, 16)));
    }

    private static void aModuleThatDoesNotReadVerbatim() {
        if (MODULAR) {
            refused("a module that does not read Verbatim", Doors.lookup(), Doors.secret(), "requires dev.verbatim");
        } else {
            roundTrip("a lookup of the library", Doors.lookup(), Doors.secret());
        }
    }

    private static void theLibrarysOwnLookup() {
        Doors.read(StructCodec.class.getModule());
        roundTrip("the library's own lookup", Doors.lookup(), Doors.secret());
        StructLayout layout =
                structLayout(JAVA_DOUBLE.withName("x"), JAVA_DOUBLE.withName("y"), JAVA_INT.withName("tag"));
        StructCodec<Point> codec = StructCodec.ofRecord(Doors.lookup(), Point.class, layout);
        Checks.equal(
                "the generated class's module",
                Point.class.getModule(),
                codec.getClass().getModule());
        thrown(
                "an error in the library's module",
                IndexOutOfBoundsException.class,
                () -> codec.read(MemorySegment.ofArray(new byte[20]), 1),
                Point.class.getName(),
                "offset=1:");
        StructCodec<Point> ours = StructCodec.ofRecord(lookup(), Point.class, layout);
        Checks.equal(
                "the class that binds it from here",
                BindingChecks.class.getModule(),
                ours.getClass().getModule());
    }

    private static void refused(String what, Lookup lookup, Class<? extends Record> type, String reason) {
        thrown(
                what,
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(lookup, type, KEY),
                type.getName(),
                reason);
    }

    private static <R extends Record> void roundTrip(String what, Lookup lookup, Class<R> type) {
        StructCodec<R> codec = StructCodec.ofRecord(lookup, type, KEY);
        MemorySegment segment = MemorySegment.ofArray(new long[] {0x0807_0605_0403_0201L, 0});
        codec.writeAtIndex(codec.read(segment, 0), segment, 1);
        Checks.equal(what, 0x0807_0605_0403_0201L, segment.getAtIndex(JAVA_LONG, 1));
    }
}
