package dev.verbatim;

import static dev.verbatim.NullArgumentsTest.SEGMENT;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.NullArgumentsTest.Case;
import dev.verbatim.NullArgumentsTest.Memo;
import dev.verbatim.NullArgumentsTest.Note;
import dev.verbatim.NullArgumentsTest.Padded;
import dev.verbatim.NullArgumentsTest.PaddedNote;
import dev.verbatim.NullArgumentsTest.Point;
import dev.verbatim.NullArgumentsTest.Spot;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;

/** The cases of {@link NullArgumentsTest} of codecs. */
final class CodecNullCases {

    private CodecNullCases() {}

    private static Case of(String method, String message, Executable call) {
        return new Case(method, message, call);
    }

    static List<Case> cases() {
        return Stream.of(codecs(), varCodecs(), taggedCodecs(), taggedVarCodecs())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Case> codecs() {
        String ofRecord = "StructCodec.ofRecord(Lookup, Class, StructLayout)";
        String ofClass = "StructCodec.ofClass(Lookup, Class, StructLayout)";
        String supplied = "StructCodec.ofClass(Lookup, Class, StructLayout, Supplier)";
        String point = Point.CODEC.toString();
        String spot = Spot.CODEC.toString();
        return List.of(
                of(ofRecord, "lookup", () -> StructCodec.ofRecord(null, Point.class, Point.LAYOUT)),
                of(ofRecord, "type", () -> StructCodec.ofRecord(lookup(), null, Point.LAYOUT)),
                of(
                        ofRecord,
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> StructCodec.ofRecord(lookup(), Point.class, null)),
                of(ofClass, "lookup", () -> StructCodec.ofClass(null, Spot.class, Point.LAYOUT)),
                of(ofClass, "type", () -> StructCodec.ofClass(lookup(), null, Point.LAYOUT)),
                of(
                        ofClass,
                        NullArgumentsTest.layoutIsNull(Spot.class),
                        () -> StructCodec.ofClass(lookup(), Spot.class, null)),
                of(supplied, "lookup", () -> StructCodec.ofClass(null, Spot.class, Point.LAYOUT, Spot::new)),
                of(supplied, "type", () -> StructCodec.ofClass(lookup(), null, Point.LAYOUT, Spot::new)),
                of(
                        supplied,
                        NullArgumentsTest.layoutIsNull(Spot.class),
                        () -> StructCodec.ofClass(lookup(), Spot.class, null, Spot::new)),
                of(
                        supplied,
                        "supplier",
                        () -> StructCodec.ofClass(lookup(), Spot.class, Point.LAYOUT, (Supplier<Spot>) null)),
                of(
                        "StructCodec.copy(MemorySegment, long, MemorySegment, long, long)",
                        "cannot copy from " + point + " at offset=0: the segment is null",
                        () -> Point.CODEC.copy(null, 0, SEGMENT, 0, 1)),
                of(
                        "StructCodec.copy(MemorySegment, long, MemorySegment, long, long)",
                        "cannot copy to " + point + " at offset=0: the segment is null",
                        () -> Point.CODEC.copy(SEGMENT, 0, null, 0, 1)),
                of("StructCodec.list(MemorySegment)", "segment", () -> Point.CODEC.list(null)),
                of(
                        "StructCodec.read(MemorySegment, long)",
                        "cannot read " + point + " at offset=0: the segment is null",
                        () -> Point.CODEC.read(null, 0)),
                of(
                        "StructCodec.readAtIndex(MemorySegment, long)",
                        "cannot read " + point + " at offset=0: the segment is null",
                        () -> Point.CODEC.readAtIndex(null, 0)),
                of(
                        "StructCodec.write(Object, MemorySegment, long)",
                        "cannot write " + point + " at offset=0: the value is null",
                        () -> Point.CODEC.write(null, SEGMENT, 0)),
                of(
                        "StructCodec.write(Object, MemorySegment, long)",
                        "cannot write " + point + " at offset=0: the segment is null",
                        () -> Point.CODEC.write(new Point(1), null, 0)),
                of(
                        "StructCodec.writeAtIndex(Object, MemorySegment, long)",
                        "cannot write " + point + " at offset=0: the value is null",
                        () -> Point.CODEC.writeAtIndex(null, SEGMENT, 0)),
                of(
                        "StructCodec.writeAtIndex(Object, MemorySegment, long)",
                        "cannot write " + point + " at offset=0: the segment is null",
                        () -> Point.CODEC.writeAtIndex(new Point(1), null, 0)),
                of(
                        "ReusableCodec.readInto(Object, MemorySegment, long)",
                        "cannot read " + spot + " at offset=0: the target is null",
                        () -> Spot.CODEC.readInto(null, SEGMENT, 0)),
                of(
                        "ReusableCodec.readInto(Object, MemorySegment, long)",
                        "cannot read " + spot + " at offset=0: the segment is null",
                        () -> Spot.CODEC.readInto(new Spot(), null, 0)),
                of(
                        "ReusableCodec.readIntoAtIndex(Object, MemorySegment, long)",
                        "cannot read " + spot + " at offset=0: the target is null",
                        () -> Spot.CODEC.readIntoAtIndex(null, SEGMENT, 0)),
                of(
                        "ReusableCodec.readIntoAtIndex(Object, MemorySegment, long)",
                        "cannot read " + spot + " at offset=0: the segment is null",
                        () -> Spot.CODEC.readIntoAtIndex(new Spot(), null, 0)),
                of(
                        "StructList.set(long, Object)",
                        "cannot write " + point + " at offset=0: the value is null",
                        () -> Point.CODEC.list(SEGMENT).set(0L, null)));
    }

    private static List<Case> varCodecs() {
        String ofRecord = "VarCodec.ofRecord(Lookup, Class, StructLayout)";
        String ofClass = "VarCodec.ofClass(Lookup, Class, StructLayout)";
        String builder = "VarCodec.builder(Lookup, Class, StructLayout)";
        String note = Note.CODEC.toString();
        String memo = Memo.CODEC.toString();
        VarCodec.Builder<Note> notes = VarCodec.builder(lookup(), Note.class, Note.LAYOUT);
        return List.of(
                of(ofRecord, "lookup", () -> VarCodec.ofRecord(null, Note.class, Note.LAYOUT)),
                of(ofRecord, "type", () -> VarCodec.ofRecord(lookup(), null, Note.LAYOUT)),
                of(
                        ofRecord,
                        NullArgumentsTest.layoutIsNull(Note.class),
                        () -> VarCodec.ofRecord(lookup(), Note.class, null)),
                of(ofClass, "lookup", () -> VarCodec.ofClass(null, Memo.class, Note.LAYOUT)),
                of(ofClass, "type", () -> VarCodec.ofClass(lookup(), null, Note.LAYOUT)),
                of(
                        ofClass,
                        NullArgumentsTest.layoutIsNull(Memo.class),
                        () -> VarCodec.ofClass(lookup(), Memo.class, null)),
                of(
                        "VarCodec.ofConverted(Class, VarCodec, Function, Function)",
                        "type",
                        () -> VarCodec.ofConverted((Class<String>) null, Note.CODEC, x -> null, x -> "")),
                of(
                        "VarCodec.ofConverted(Class, VarCodec, Function, Function)",
                        "codec",
                        () -> VarCodec.ofConverted(String.class, (VarCodec<Note>) null, x -> null, x -> "")),
                of(
                        "VarCodec.ofConverted(Class, VarCodec, Function, Function)",
                        "to",
                        () -> VarCodec.ofConverted(String.class, Note.CODEC, null, x -> "")),
                of(
                        "VarCodec.ofConverted(Class, VarCodec, Function, Function)",
                        "from",
                        () -> VarCodec.ofConverted(String.class, Note.CODEC, x -> null, null)),
                of(builder, "lookup", () -> VarCodec.builder(null, Note.class, Note.LAYOUT)),
                of(builder, "type", () -> VarCodec.builder(lookup(), null, Note.LAYOUT)),
                of(
                        builder,
                        NullArgumentsTest.layoutIsNull(Note.class),
                        () -> VarCodec.builder(lookup(), Note.class, null)),
                of("VarCodec.Builder.withDefault(String, Object)", "member", () -> notes.withDefault(null, "")),
                of("VarCodec.Builder.withDefault(String, Object)", "value", () -> notes.withDefault("text", null)),
                of("VarCodec.Builder.withSupplier(Supplier)", "supplier", () -> notes.withSupplier(null)),
                of(
                        "VarCodec.encodedSize(MemorySegment, long)",
                        "cannot read " + note + " at offset=0: the segment is null",
                        () -> Note.CODEC.encodedSize((MemorySegment) null, 0)),
                of(
                        "VarCodec.read(MemorySegment, long)",
                        "cannot read " + note + " at offset=0: the segment is null",
                        () -> Note.CODEC.read(null, 0)),
                of(
                        "VarCodec.write(Object, MemorySegment, long)",
                        "cannot write " + note + " at offset=0: the value is null",
                        () -> Note.CODEC.write(null, SEGMENT, 0)),
                of(
                        "VarCodec.write(Object, MemorySegment, long)",
                        "cannot write " + note + " at offset=0: the segment is null",
                        () -> Note.CODEC.write(new Note(""), null, 0)),
                of(
                        "ReusableVarCodec.readInto(Object, MemorySegment, long)",
                        "cannot read " + memo + " at offset=0: the target is null",
                        () -> Memo.CODEC.readInto(null, SEGMENT, 0)),
                of(
                        "ReusableVarCodec.readInto(Object, MemorySegment, long)",
                        "cannot read " + memo + " at offset=0: the segment is null",
                        () -> Memo.CODEC.readInto(new Memo(), null, 0)));
    }

    private static List<Case> taggedCodecs() {
        String builder = "TaggedCodec.builder(Class, ValueLayout, long)";
        TaggedCodec<Object> codec = TaggedCodec.builder(Object.class, JAVA_BYTE, 8)
                .with(1, Padded.CODEC)
                .build();
        return List.of(
                of(builder, "type", () -> TaggedCodec.builder(null, JAVA_BYTE, 0)),
                of(builder, "tag", () -> TaggedCodec.builder(Point.class, null, 0)),
                of(
                        "TaggedCodec.Builder.with(int, StructCodec)",
                        "codec of tag=0 is null; if it is a static field, its class was initialised first, and waits"
                                + " for the interface that makes this codec; move what the class takes from the"
                                + " interface, such as a layout, to a class of its own, and if the interface has a"
                                + " default method, the tagged codec too",
                        () -> TaggedCodec.builder(Object.class, JAVA_BYTE, 8).with(0, null)),
                of(
                        "TaggedCodec.encodedSize(MemorySegment, long)",
                        "cannot read the tag of " + codec + " at offset=0: the segment is null",
                        () -> codec.encodedSize((MemorySegment) null, 0)),
                of(
                        "TaggedCodec.codecOf(Object)",
                        "cannot write " + codec + ": the value is null",
                        () -> codec.codecOf(null)),
                of(
                        "TaggedCodec.codecAt(MemorySegment, long)",
                        "cannot read the tag of " + codec + " at offset=0: the segment is null",
                        () -> codec.codecAt(null, 0)),
                of(
                        "TaggedCodec.read(MemorySegment, long)",
                        "cannot read the tag of " + codec + " at offset=0: the segment is null",
                        () -> codec.read(null, 0)),
                of(
                        "TaggedCodec.write(Object, MemorySegment, long)",
                        "cannot write " + codec + ": the value is null",
                        () -> codec.write(null, SEGMENT, 0)),
                of(
                        "TaggedCodec.write(Object, MemorySegment, long)",
                        "cannot write " + Padded.CODEC + " at offset=0: the segment is null",
                        () -> codec.write(new Padded(1), null, 0)));
    }

    private static List<Case> taggedVarCodecs() {
        String builder = "TaggedVarCodec.builder(Class, ValueLayout, long)";
        TaggedVarCodec<Object> codec = TaggedVarCodec.builder(Object.class, JAVA_BYTE, 8)
                .with(1, PaddedNote.CODEC)
                .build();
        SizedCodec<Object> sized = codec;
        String noSegment = "cannot read the tag of " + codec + " at offset=0: the segment is null";
        String noValue = "cannot write " + codec + ": the value is null";
        return List.of(
                of(builder, "type", () -> TaggedVarCodec.builder(null, JAVA_BYTE, 8)),
                of(builder, "tag", () -> TaggedVarCodec.builder(Point.class, null, 8)),
                of(
                        "TaggedVarCodec.Builder.with(int, VarCodec)",
                        "codec of tag=0 is null; if it is a static field, its class was initialised first, and waits"
                                + " for the interface that makes this codec; move what the class takes from the"
                                + " interface, such as a layout, to a class of its own, and if the interface has a"
                                + " default method, the tagged codec too",
                        () -> TaggedVarCodec.builder(Object.class, JAVA_BYTE, 8).with(0, null)),
                of("SizedCodec.encodedSize(Object)", noValue, () -> codec.encodedSize(null)),
                of(
                        "SizedCodec.encodedSize(MemorySegment, long)",
                        noSegment,
                        () -> codec.encodedSize((MemorySegment) null, 0)),
                of("TaggedVarCodec.codecOf(Object)", noValue, () -> codec.codecOf(null)),
                of("TaggedVarCodec.codecAt(MemorySegment, long)", noSegment, () -> codec.codecAt(null, 0)),
                of("SizedCodec.codecOf(Object)", noValue, () -> sized.codecOf(null)),
                of("SizedCodec.codecAt(MemorySegment, long)", noSegment, () -> sized.codecAt(null, 0)),
                of("SizedCodec.read(MemorySegment, long)", noSegment, () -> codec.read(null, 0)),
                of("SizedCodec.write(Object, MemorySegment, long)", noValue, () -> codec.write(null, SEGMENT, 0)),
                of(
                        "SizedCodec.write(Object, MemorySegment, long)",
                        "cannot write " + PaddedNote.CODEC + " at offset=0: the segment is null",
                        () -> codec.write(new PaddedNote(""), null, 0)));
    }
}
