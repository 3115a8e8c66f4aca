package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.ViewBinding.InTail;
import dev.verbatim.internal.model.ViewBinding.StructsInTail;
import dev.verbatim.internal.model.ViewBinding.ValuesInTail;
import dev.verbatim.internal.runtime.TailPart;
import dev.verbatim.internal.runtime.TailStructs;
import dev.verbatim.internal.runtime.TailValues;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.objectweb.asm.Type;

/**
 * Emits the accessors of what lies in the tail of a variable-length record. Code for the kind of the segment reads the
 * reference once, as one word. The accessor's {@link TailPart}, a constant, checks it and finds what it refers to:
 *
 * <pre>{@code
 * public long values(int index) {
 *     ...
 *     if (kind == NATIVE) {
 *         long reference = (long) VALUES.get(segment, offset);
 *         long element = VALUES_PART.element(segment, offset, this.end, reference, index);
 *         return (long) LONG.get(segment, element);
 *     }
 *     ...
 * }
 * }</pre>
 */
final class TailAccessorEmitter {

    private final SegmentAccess access;
    private final ReusedObjects reused;

    TailAccessorEmitter(SegmentAccess access, ReusedObjects reused) {
        this.access = access;
        this.reused = reused;
    }

    /** Emits the body of an accessor. */
    void emit(AccessorFrame frame, InTail target) {
        Code code = frame.code();
        int reusedObject = switch (frame.accessor().action()) {
            case GET_CHARS -> reused.text(frame);
            case GET ->
                target instanceof StructsInTail structs && structs.view() != null
                        ? reused.view(frame, structs.view())
                        : -1;
            case SET, ATOMIC, APPEND_TEXT, EQUALS_TEXT, GET_SLICE, COUNT -> -1;
        };
        TailPart part = TailPart.of(target);
        int reference = code.newLocal(Type.LONG_TYPE);
        SegmentKinds.branch(code, frame.segment(), _ -> {
            access.get(code, frame.accessor().offset(), VarDescriptor.PAIR_LE, frame.segment());
            code.store(Type.LONG_TYPE, reference);
            code.constant(part.getClass(), part);
            code.loadAddress(frame.segment());
            code.getInherited("end");
            code.load(Type.LONG_TYPE, reference);
            get(frame, target, part.getClass(), reusedObject);
            frame.result();
        });
    }

    /** Replaces the part and the place on the stack by the result, if there is one. */
    private static void get(AccessorFrame frame, InTail target, Class<?> part, int reusedObject) {
        Code code = frame.code();
        Class<?> type = frame.accessor().type();
        switch (frame.accessor().action()) {
            case COUNT -> code.call(part, "count");
            case GET_SLICE -> code.call(part, "slice");
            case GET_CHARS -> {
                code.aload(reusedObject);
                code.call(part, "text");
            }
            case APPEND_TEXT -> withText(frame, "append");
            case EQUALS_TEXT -> withText(frame, "isSame");
            case GET -> {
                if (target.isIndexed()) {
                    element(frame, target, reusedObject);
                } else if (type == String.class) {
                    code.aload(0);
                    code.call(TailValues.class, "string");
                } else {
                    code.call(TailValues.class, "array");
                    code.cast(type);
                }
            }
            case SET, ATOMIC -> throw new AssertionError("a tail is not written: " + frame.accessor());
        }
    }

    private static void withText(AccessorFrame frame, String method) {
        frame.code().aload(0);
        frame.code().aload(frame.value());
        frame.code().call(TailValues.class, method);
    }

    private static void element(AccessorFrame frame, InTail target, int view) {
        Code code = frame.code();
        frame.index();
        switch (target) {
            case StructsInTail _ -> {
                code.aload(view);
                code.call(TailStructs.class, "point");
                code.aload(view);
                code.cast(frame.accessor().type());
            }
            case ValuesInTail(var _, var _, MemoryLayout element, var _, var converted) -> {
                // TailValues is a Java record, and has an accessor of this name too.
                code.call(
                        TailValues.class,
                        "element",
                        MemorySegment.class,
                        long.class,
                        long.class,
                        long.class,
                        long.class);
                int segment = code.newLocal(Type.getType(Object.class));
                int offset = code.newLocal(Type.LONG_TYPE);
                code.store(Type.LONG_TYPE, offset);
                code.aload(frame.segment());
                code.store(Type.getType(Object.class), segment);
                switch (converted) {
                    case null -> get(code, (ValueLayout) element, segment);
                    case Value.Converted value ->
                        ConversionCode.load(code, value, () -> get(code, value.layout(), segment));
                    case Value.ConvertedBytes bytes ->
                        ConversionCode.read(code, bytes, () -> code.loadAddress(segment));
                }
                if (converted != null) {
                    Class<?> type = frame.accessor().type();
                    code.castTo(type, DtoAccess.inCode(type, false));
                }
            }
        }
    }

    private static void get(Code code, ValueLayout value, int segment) {
        new SegmentAccess(value.byteSize(), 1).get(code, 0, value, segment);
    }
}
