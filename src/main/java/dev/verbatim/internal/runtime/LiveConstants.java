package dev.verbatim.internal.runtime;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The live objects that generated code loads as dynamic constants, or calls. They are the class data of its hidden
 * class.
 */
public final class LiveConstants {

    private LiveConstants() {}

    /** A constant that is made when generated code loads it for the first time, or when each of its calls is linked. */
    public interface Lazy {

        /** {@return the constant; a new one, or the same, whenever it is asked for, also by two threads at once} */
        @Nullable
        Object get();
    }

    /**
     * Called by generated code only: the bootstrap method of its constants.
     *
     * @param lookup on the generated class
     * @param index the index in the class data
     * @param type the constant's type
     * @return the constant
     * @throws IllegalAccessException never in generated code
     */
    public static @Nullable Object constant(Lookup lookup, String index, Class<?> type) throws IllegalAccessException {
        List<?> data = MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, List.class);
        Object value = data.get(Integer.parseInt(index));
        return value instanceof Lazy lazy ? lazy.get() : value;
    }

    /**
     * Called by generated code only: the bootstrap method of its calls.
     *
     * @param lookup on the generated class
     * @param index the index of the method handle in the class data
     * @param type the handle's type
     * @return the call of this handle and no other
     * @throws IllegalAccessException never in generated code
     */
    public static CallSite callSite(Lookup lookup, String index, MethodType type) throws IllegalAccessException {
        MethodHandle handle = (MethodHandle) constant(lookup, index, MethodHandle.class);
        return new ConstantCallSite(Objects.requireNonNull(handle));
    }
}
