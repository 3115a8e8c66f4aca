package dev.verbatim;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedTypes.Residence;
import dev.verbatim.invented.ValueKind;
import dev.verbatim.invented.ValueKind.Form;
import dev.verbatim.invented.ValueKind.Home;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;

/**
 * Writes and reads large structs over every kind of segment, so often that all the code is compiled: of nestmates and of
 * others, as they are and converted, with and without a tail.
 */
final class LargeStructProgram {

    /** Enough for C1 to compile what is called once in each, with the thresholds of {@link LargeStructCompilationTest}. */
    private static final int ROUNDS = 200;

    private static final int LARGEST_RECORD = 254;

    private static final Conversions EPOCH_NANOS = Conversions.of(TimeConversions.epochNanos());

    private LargeStructProgram() {}

    public static void main(String[] arguments) throws IllegalAccessException {
        GeneratedDtos.Elsewhere elsewhere = new GeneratedDtos.Elsewhere();
        for (int members : new int[] {24, 33, 64, 128}) {
            List<Class<?>> types = GeneratedDtos.primitives(members);
            StructLayout layout = GeneratedDtos.layout(types);
            for (Class<?> type : List.of(
                    lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.Hot" + members, types)),
                    lookup().defineClass(GeneratedDtos.record("dev.verbatim.HotRecord" + members, types)),
                    elsewhere.define(GeneratedDtos.mutableClass("elsewhere.Hot" + members, types)),
                    elsewhere.define(GeneratedDtos.record("elsewhere.HotRecord" + members, types)))) {
                run(BitIdentityProperties.codec(type, layout), layout);
            }
        }
        largestRecord();
        converted(elsewhere);
        variable();
    }

    private static void largestRecord() throws IllegalAccessException {
        List<Class<?>> types = Collections.nCopies(LARGEST_RECORD, int.class);
        Class<?> type = lookup().defineClass(GeneratedDtos.record("dev.verbatim.HotRecord" + LARGEST_RECORD, types));
        StructLayout layout = GeneratedDtos.layout(types);
        run(BitIdentityProperties.codec(type, layout), layout);
    }

    private static void converted(GeneratedDtos.Elsewhere elsewhere) throws IllegalAccessException {
        List<Class<?>> stored = Collections.nCopies(64, long.class);
        StructLayout layout = GeneratedDtos.layout(stored);
        List<DtoClassFile.Member> times = IntStream.range(0, stored.size())
                .mapToObj(i -> new DtoClassFile.Member("m" + i, Type.getDescriptor(Instant.class), null))
                .toList();
        DtoClassFile home = DtoClassFile.ofPublic("dev.verbatim.HotTimes", times);
        DtoClassFile homeRecord = DtoClassFile.ofPublic("dev.verbatim.HotTimesRecord", times);
        DtoClassFile away = DtoClassFile.ofPublic("elsewhere.HotTimes", times);
        DtoClassFile awayRecord = DtoClassFile.ofPublic("elsewhere.HotTimesRecord", times);
        run(convertedClass(lookup().defineClass(home.mutableClass()), layout), layout);
        run(convertedRecord(lookup().defineClass(homeRecord.record()), layout), layout);
        run(convertedClass(elsewhere.define(away.mutableClass()), layout), layout);
        run(convertedRecord(elsewhere.define(awayRecord.record()), layout), layout);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // whatever the type is
    private static StructCodec<Object> convertedClass(Class type, StructLayout layout) {
        return StructCodec.ofClass(lookup(), type, layout, EPOCH_NANOS);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // whatever the type is
    private static StructCodec<Object> convertedRecord(Class type, StructLayout layout) {
        return StructCodec.ofRecord(lookup(), type, layout, EPOCH_NANOS);
    }

    private static void run(StructCodec<Object> codec, StructLayout layout) {
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> segments = new ArrayList<>();
            for (SegmentKind kind : SegmentKind.values()) {
                segments.add(kind.allocate((int) layout.byteSize(), arena));
            }
            for (int i = 0; i < ROUNDS; i++) {
                for (MemorySegment segment : segments) {
                    Object dto = codec.read(segment, 0);
                    codec.write(dto, segment, 0);
                    if (codec instanceof ReusableCodec<Object> reusable) {
                        reusable.readInto(dto, segment, 0);
                    }
                }
            }
        }
    }

    /** Records of variable length, with as many members of either sort as one method reads. */
    private static void variable() {
        List<ValueKind.Member> members = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            members.add(new ValueKind.Member(0, new ValueKind.VarText(false)));
        }
        for (int i = 0; i < 64; i++) {
            members.add(new ValueKind.Member(0, new ValueKind.Primitive(ValueLayout.JAVA_LONG_UNALIGNED)));
        }
        for (Form form : new Form[] {Form.RECORD, Form.MUTABLE}) {
            InventedStruct struct = new InventedStruct(
                    new ValueKind.Struct(true, form, Home.NEST, null, members, 0), Residence.AT_HOME);
            VarCodec<Object> codec = struct.varCodec();
            Random random = new Random(1);
            Object dto = struct.type().newObject(struct.randomValues(random), random);
            MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.encodedSize(dto)]);
            for (int i = 0; i < ROUNDS; i++) {
                codec.write(dto, segment, 0);
                dto = codec.read(segment, 0);
            }
        }
    }
}
