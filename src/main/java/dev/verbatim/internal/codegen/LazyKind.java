package dev.verbatim.internal.codegen;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.runtime.LiveConstants;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The method of a codec for one kind of segment, in a hidden class of its own, which is generated when a segment of
 * this kind is first met. As a constant of the codec's class it is the method's handle. C2 inlines a call of it as it
 * does that of a method of the same class.
 *
 * <p>There are four such kinds. To emit all of them with each codec took the first codec of a process 8 ms more.
 *
 * @param binding the codec's
 * @param kind the kind of segment, {@code null} for any
 * @param operation what the method does
 */
record LazyKind(Binding<?> binding, @Nullable Kind kind, CodecOperation operation) implements LiveConstants.Lazy {

    /** The type of the method. */
    MethodType type() {
        Class<?> dto = DtoCode.typeInCode(binding);
        return operation.takesDto
                ? MethodType.methodType(void.class, dto, MemorySegment.class, long.class)
                : MethodType.methodType(dto, MemorySegment.class, long.class);
    }

    @Override
    public Object get() {
        HiddenClass target =
                new HiddenClass(binding.host(), binding.type().getSimpleName() + "$$CodecOfKind", Object.class);
        String method = new StructEmitters(target).of(binding, kind).method(operation);
        String what = method + " of the codec of " + binding.type().getName();
        Lookup generated = target.defineClass(what);
        try {
            return generated.findStatic(generated.lookupClass(), method, type());
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new LinkageError("cannot find the " + what, e);
        }
    }
}
