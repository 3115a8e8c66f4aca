package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.runtime.GeneratedCodec;
import dev.verbatim.internal.runtime.GeneratedReusableCodec;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the hidden class of a binding: a codec with one straight-line method for each direction and kind of segment.
 *
 * <p>For a class {@code Tick} the result reads like this. The methods for other kinds of segments are made in the same
 * way, and so are {@code read} and {@code readInto}, except that their methods load numbers, enums and converted
 * values, those of nested structs too, before the first object is made or field stored to:
 *
 * <pre>{@code
 * final class Tick$$Codec extends GeneratedReusableCodec {
 *     public void write(Object value, MemorySegment segment, long offset) {
 *         Tick dto = (Tick) value;
 *         try {
 *             check(dto);                                      // where there are values that cannot be stored
 *             Class<?> kind = segment.getClass();
 *             if (kind == NATIVE) {
 *                 if (segment.scope().getClass() == CLOSABLE) {
 *                     VarHandle.acquireFence();                // what runtime.Fence is for
 *                     ...                                      // the same again
 *                 }
 *                 if (segment.isAccessibleBy(NOBODY)) {        // what internal.io.Confinement is for
 *                     writeNative(dto, segment, offset);       // or its like without fences, if it has some
 *                     return;
 *                 }
 *                 writeNative(dto, segment, offset);
 *                 return;
 *             }
 *             ...
 *         } catch (RuntimeException fault) {
 *             throw explainWrite(fault, dto, segment, offset);
 *         }
 *     }
 *
 *     public void writeAtIndex(Object value, MemorySegment segment, long index) {
 *         write(value, segment, offsetOf(index, 16));          // 16 is the size of the struct
 *     }
 *
 *     private static void writeNative(Tick dto, MemorySegment segment, long offset) {
 *         if (segment.getClass() != NATIVE) throw null;
 *         SET_TIME.invokeExact(segment, offset, dto.time);     // from VarHandles of the struct's layout and a path
 *         SET_PRICE.invokeExact(segment, offset, dto.price);
 *     }
 * }
 * }</pre>
 *
 * <p>{@code docs/generated-code.md} has the measurements behind this shape.
 */
public final class CodecGenerator {

    private final Binding<?> binding;
    private final HiddenClass target;
    private final StructEmitters emitters;

    private CodecGenerator(Binding<?> binding) {
        this.binding = binding;
        Class<?> superclass = binding.isImmutable() ? GeneratedCodec.class : GeneratedReusableCodec.class;
        this.target = new HiddenClass(binding.host(), HiddenClass.nameOf(binding.type()) + "$$Codec", superclass);
        this.emitters = new StructEmitters(target);
    }

    /**
     * Generates the codec of a binding.
     *
     * @param binding the binding
     * @param <T> the DTO type
     * @return the codec; of a class also a {@link dev.verbatim.ReusableCodec}
     */
    @SuppressWarnings("unchecked") // the class is generated from this binding
    public static <T> GeneratedCodec<T> generate(Binding<T> binding) {
        CodecGenerator generator = new CodecGenerator(binding);
        generator.emit();
        return (GeneratedCodec<T>)
                generator.target.define("codec of " + binding.type().getName());
    }

    /** The class file that {@link #generate} defines. */
    static byte[] classFile(Binding<?> binding) {
        CodecGenerator generator = new CodecGenerator(binding);
        generator.emit();
        return generator.target.toByteArray();
    }

    private void emit() {
        target.constructor(binding);
        byteSize();
        operation(CodecOperation.WRITE);
        atIndex(CodecOperation.WRITE);
        atIndex(CodecOperation.READ);
        if (binding.isImmutable()) {
            operation(CodecOperation.READ);
        } else {
            operation(CodecOperation.READ_INTO);
            atIndex(CodecOperation.READ_INTO);
            if (binding.factory() != null) {
                DtoCode.newInstance(target, binding);
            }
        }
    }

    private void byteSize() {
        Code code = target.override("byteSize");
        code.push(binding.byteSize());
        code.returnAndEnd();
    }

    /** The public method that checks the value, and chooses the method of the segment's kind. */
    private void operation(CodecOperation operation) {
        Code code = target.override(operation.method);
        Class<?> dto = DtoCode.typeInCode(binding);
        int segment = operation.segment() + 1; // after `this`
        if (operation.takesDto && dto != Object.class) {
            code.aload(1);
            code.cast(dto);
            code.store(Type.getType(dto), 1);
        }
        Label start = new Label();
        Label handler = new Label();
        code.handler(start, handler, handler, RuntimeException.class);
        code.label(start);
        if (operation == CodecOperation.WRITE) {
            new CheckEmitter(target).checkBeforeWrite(code, binding, 1);
        }
        // A lambda would take the JVM 3 ms more to link, on the way to the first codec.
        SegmentKinds.branch(code, segment, new SegmentKinds.KindBody() {
            @Override
            public void emit(SegmentKinds.@Nullable Kind kind) {
                StructEmitter emitter = emitters.of(binding, kind);
                if (kind != null && kind.isClosable()) {
                    Label confined = new Label();
                    Label others = SegmentKinds.branchUnlessClosable(code, segment);
                    SegmentKinds.jumpIfConfined(code, segment, confined); // none of these is, but C2 does not know
                    callAndReturn(code, operation, segment, emitter);
                    if (emitter.hasFences(operation)) {
                        code.label(confined);
                        callAndReturn(code, operation, segment, emitter);
                        confined = new Label();
                        emitter = emitters.of(binding, kind.unclosable());
                    }
                    code.label(others);
                    SegmentKinds.jumpIfConfined(code, segment, confined);
                    callAndReturn(code, operation, segment, emitter);
                    code.label(confined);
                }
                callAndReturn(code, operation, segment, emitter);
            }
        });
        code.label(handler);
        int fault = code.storeNew(Type.getType(RuntimeException.class));
        code.aload(0);
        code.aload(fault);
        loadArguments(code, operation, segment);
        code.callInherited(
                "explain" + Character.toUpperCase(operation.method.charAt(0)) + operation.method.substring(1));
        code.insn(ATHROW);
        code.end();
    }

    /**
     * The public method that does this with an element of an array. The superclass could have it for all codecs, but
     * all the calls within it would be virtual where a program uses several codecs in one place.
     */
    private void atIndex(CodecOperation operation) {
        Code code = target.override(operation.method + "AtIndex");
        int segment = operation.segment() + 1;
        code.aload(0);
        if (operation.takesDto) {
            code.aload(1);
        }
        code.aload(segment);
        code.aload(0);
        code.load(Type.LONG_TYPE, segment + 1);
        code.push(binding.byteSize());
        code.callInherited("offsetOf");
        code.callInherited(operation.method);
        code.insn(operation.returnOpcode());
        code.end();
    }

    private static void callAndReturn(Code code, CodecOperation operation, int segment, StructEmitter emitter) {
        loadArguments(code, operation, segment);
        emitter.call(code, operation);
        code.insn(operation.returnOpcode());
    }

    private static void loadArguments(Code code, CodecOperation operation, int segment) {
        if (operation.takesDto) {
            code.aload(segment - 1);
        }
        code.loadAddress(segment);
    }
}
