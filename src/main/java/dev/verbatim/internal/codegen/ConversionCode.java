package dev.verbatim.internal.codegen;

import dev.verbatim.internal.model.Value;
import java.lang.invoke.MethodHandle;

/** Emits the calls of conversions, whose functions are constants of the generated class. */
final class ConversionCode {

    private ConversionCode() {}

    /** Leaves what is stored for a value, which {@code value} leaves on the stack. */
    static void store(Code code, Value.Converted converted, Runnable value) {
        call(code, converted.store(), converted.conversion().allocates(), value);
    }

    /** Leaves the value of what is stored, which {@code stored} leaves on the stack. */
    static void load(Code code, Value.Converted converted, Runnable stored) {
        call(code, converted.load(), converted.conversion().allocates(), stored);
    }

    /** Writes the bytes of a value; {@code arguments} leaves it on the stack, and the address. */
    static void write(Code code, Value.ConvertedBytes converted, Runnable arguments) {
        access(code, converted.write(), arguments);
    }

    /** Leaves the value of bytes, whose address {@code address} leaves on the stack. */
    static void read(Code code, Value.ConvertedBytes converted, Runnable address) {
        access(code, converted.read(), address);
    }

    /** Throws if a value, which {@code value} leaves on the stack, cannot be stored. */
    static void check(Code code, Value.Converted converted, Runnable value) {
        store(code, converted, value);
        code.pop(converted.layout().carrier());
    }

    /** Throws if a value, which {@code value} leaves on the stack, cannot be stored. */
    static void check(Code code, Value.ConvertedBytes converted, Runnable value) {
        call(code, converted.check(), true, value);
    }

    /** Calls a function that accesses the segment. The arguments may come from the accessor of a record. */
    private static void access(Code code, MethodHandle handle, Runnable arguments) {
        code.constant(MethodHandle.class, handle);
        arguments.run();
        code.fences().make();
        code.invokeExact(handle);
    }

    private static void call(Code code, MethodHandle handle, boolean allocates, Runnable arguments) {
        code.constant(MethodHandle.class, handle);
        arguments.run();
        if (allocates) {
            code.invokeExact(handle);
        } else {
            code.invokeWithoutAllocation(handle);
        }
    }
}
