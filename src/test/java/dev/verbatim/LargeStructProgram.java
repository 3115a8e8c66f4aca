package dev.verbatim;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads large structs over every kind of segment, so often that all the code is compiled. */
final class LargeStructProgram {

    private static final int ROUNDS = 2_000;

    private LargeStructProgram() {}

    public static void main(String[] arguments) throws IllegalAccessException {
        for (int fields : new int[] {18, 64, 128}) {
            List<Class<?>> types = GeneratedDtos.primitives(fields);
            StructLayout layout = GeneratedDtos.layout(types);
            Class<?> dto = lookup().defineClass(GeneratedDtos.mutableClass("dev.verbatim.Hot" + fields, types));
            run((ReusableCodec<Object>) BitIdentityProperties.codec(dto, layout), layout);
            Class<?> record = lookup().defineClass(GeneratedDtos.record("dev.verbatim.HotRecord" + fields, types));
            run(BitIdentityProperties.codec(record, layout), layout);
        }
    }

    private static void run(StructCodec<Object> codec, StructLayout layout) {
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> segments = new ArrayList<>();
            for (SegmentKind kind : SegmentKind.values()) {
                segments.add(kind.allocate(new byte[(int) layout.byteSize() + Long.BYTES], arena));
            }
            Object dto = codec.read(segments.getFirst(), 0);
            for (int i = 0; i < ROUNDS; i++) {
                for (MemorySegment segment : segments) {
                    codec.write(dto, segment, 0);
                    if (codec instanceof ReusableCodec<Object> reusable) {
                        reusable.readInto(dto, segment, 0);
                    } else {
                        dto = codec.read(segment, 0);
                    }
                }
            }
        }
    }
}
