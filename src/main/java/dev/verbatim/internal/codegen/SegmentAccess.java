package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.runtime.LiveConstants;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;

/**
 * Emits plain accesses to the values of one struct, whose address is a segment and the struct's offset in it.
 *
 * <p>Every access goes through a VarHandle of a layout of the struct's size, and so makes the same check: that the
 * <em>whole</em> struct lies within the segment. C2 makes it once, before the first store. A VarHandle for each carrier
 * with explicit offsets would make a check of its own for each member. All values have alignment 1: an aligned
 * VarHandle throws on a {@code byte[]} segment even for a plain get.
 */
final class SegmentAccess {

    /**
     * Up to this many values are accessed through the VarHandles' method handles, which parse into fewer nodes: a codec
     * that is inlined into its caller then stays below the count at which C2 stops inlining, and leaves the caller
     * some. (Of a codec of 18 members in an instance field, a read took about 7 ns; with VarHandles it took 11.) From
     * 48 members on, method handles now and then are not inlined at all, and cost twenty times as much; VarHandles
     * always are.
     */
    private static final int MAX_VALUES_BY_METHOD_HANDLE = 24;

    private final long structSize;
    private final boolean byMethodHandle;

    /** The handles, each made once for all kinds of segments and all methods. */
    private final Map<Place, VarHandle> handles = new HashMap<>();

    private final Map<Place, ValueAccess> getters = new HashMap<>();
    private final Map<Place, ValueAccess> setters = new HashMap<>();

    /**
     * The place of a value or of a sequence in the struct, with the number of elements of a sequence; -1 for a value.
     */
    private record Place(long offset, ValueLayout layout, long count) {

        /** Written out, as {@link #equals} is: those that a record has by itself take the JVM 20 ms to link. */
        @Override
        public int hashCode() {
            return Long.hashCode(offset);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place
                    && offset == place.offset
                    && count == place.count
                    && layout.equals(place.layout);
        }
    }

    /**
     * Accesses a struct.
     *
     * @param structSize its size in bytes
     * @param values how many values one method accesses, about
     */
    SegmentAccess(long structSize, int values) {
        this.structSize = structSize;
        this.byMethodHandle = isByMethodHandle(values);
    }

    /** {@return whether a method that accesses so many values calls method handles} */
    static boolean isByMethodHandle(int values) {
        return values <= MAX_VALUES_BY_METHOD_HANDLE;
    }

    /** The layout of a value as all accesses have it: without a name, and at any address. */
    static ValueLayout unaligned(ValueLayout layout) {
        return layout.withoutName().withByteAlignment(1);
    }

    /** Emits the load of a value onto the stack. */
    void get(Code code, long offset, ValueLayout layout, int segment) {
        start(code, accessor(AccessMode.GET, offset, layout), segment).end(code);
    }

    /** Emits the store of a value, which {@code value} emits onto the stack. */
    void set(Code code, long offset, ValueLayout layout, int segment, Runnable value) {
        ValueAccess store = startSet(code, offset, layout, segment);
        value.run();
        store.end(code);
    }

    /** Begins the store of a value, which is to be emitted onto the stack before {@link ValueAccess#end}. */
    ValueAccess startSet(Code code, long offset, ValueLayout layout, int segment) {
        return start(code, accessor(AccessMode.SET, offset, layout), segment);
    }

    /** Emits the load of an element of a sequence, whose index {@code index} emits as a long. */
    void getElement(Code code, long offset, ValueLayout layout, long count, int segment, Runnable index) {
        VarHandle handle = handle(offset, layout, count);
        code.constant(VarHandle.class, handle);
        code.loadAddress(segment);
        index.run();
        code.accessByHandle(handle, AccessMode.GET);
    }

    /** Emits the store of an element of a sequence. */
    void setElement(
            Code code, long offset, ValueLayout layout, long count, int segment, Runnable index, Runnable value) {
        VarHandle handle = handle(offset, layout, count);
        code.constant(VarHandle.class, handle);
        code.loadAddress(segment);
        index.run();
        value.run();
        code.accessByHandle(handle, AccessMode.SET);
    }

    /**
     * Emits the check that the whole struct lies within the segment, for code whose first access is not to a value of
     * the struct itself: a load of its last byte, which nobody uses.
     */
    void check(Code code, int segment) {
        if (structSize == 0) {
            return;
        }
        get(code, structSize - 1, ValueLayout.JAVA_BYTE, segment);
        code.insn(POP);
    }

    /**
     * Emits all checks that stores to the struct make, so that those of the stores behind them fold away. Where nothing
     * is stored yet, only the store into a segment that refuses it can be tried.
     */
    void checkForStores(Code code, int segment) {
        Label writable = new Label();
        code.aload(segment);
        code.isReadOnly();
        code.jump(IFEQ, writable);
        set(code, structSize - 1, ValueLayout.JAVA_BYTE, segment, () -> code.insn(ICONST_0)); // throws
        code.insn(ACONST_NULL);
        code.insn(ATHROW);
        code.label(writable);
        check(code, segment);
    }

    private static ValueAccess start(Code code, ValueAccess accessor, int segment) {
        if (!accessor.byMethodHandle) {
            code.constant(VarHandle.class, accessor.handle);
        }
        code.loadAddress(segment);
        return accessor;
    }

    private ValueAccess accessor(AccessMode mode, long offset, ValueLayout layout) {
        Map<Place, ValueAccess> known = mode == AccessMode.GET ? getters : setters;
        Place place = new Place(offset, layout, -1);
        ValueAccess accessor = known.get(place);
        if (accessor == null) {
            accessor = new ValueAccess(handle(offset, layout, -1), mode, byMethodHandle);
            known.put(place, accessor);
        }
        return accessor;
    }

    /**
     * A load or a store of one value. What generated code calls is the VarHandle's method handle, made when a call is
     * linked: the first of each type takes the JVM 2 to 4 ms, and a process that only writes needs half.
     */
    record ValueAccess(VarHandle handle, AccessMode mode, boolean byMethodHandle) implements LiveConstants.Lazy {

        @Override
        public Object get() {
            return handle.toMethodHandle(mode);
        }

        /** Emits the access; all that it takes is on the stack. */
        void end(Code code) {
            if (byMethodHandle) {
                code.accessByMethodHandle(handle.accessModeType(mode), this);
            } else {
                code.accessByHandle(handle, mode);
            }
        }
    }

    /** A handle with the coordinates segment, offset of the struct and, of a sequence, index. */
    private VarHandle handle(long offset, ValueLayout layout, long count) {
        Place place = new Place(offset, layout, count);
        VarHandle handle = handles.get(place);
        if (handle == null) {
            handle = newHandle(offset, layout, count);
            handles.put(place, handle);
        }
        return handle;
    }

    private VarHandle newHandle(long offset, ValueLayout layout, long count) {
        ValueLayout value = unaligned(layout);
        MemoryLayout member = count < 0 ? value : MemoryLayout.sequenceLayout(count, value);
        List<MemoryLayout> elements = new ArrayList<>();
        addPadding(elements, offset);
        elements.add(member);
        addPadding(elements, structSize - offset - member.byteSize());
        StructLayout struct = MemoryLayout.structLayout(elements.toArray(new MemoryLayout[0]));
        PathElement group = PathElement.groupElement(offset == 0 ? 0 : 1);
        return count < 0 ? struct.varHandle(group) : struct.varHandle(group, PathElement.sequenceElement());
    }

    private static void addPadding(List<MemoryLayout> elements, long byteSize) {
        if (byteSize > 0) {
            elements.add(MemoryLayout.paddingLayout(byteSize));
        }
    }
}
