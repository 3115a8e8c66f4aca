package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.ViewBinding;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What accessors with an access mode need: the signature that {@link VarHandle} has for it, and aligned memory. */
final class AtomicAccessors {

    /** The parameters of a handle that are no values: the segment and the offset. */
    private static final int COORDINATES = 2;

    private AtomicAccessors() {}

    /**
     * Why a method cannot access a value in a mode; null if it can.
     *
     * @param element the member
     * @param value the member's layout, or that of its elements
     * @param isIndexed whether the method takes an index first
     * @param parameters the types of the method's other parameters
     */
    static @Nullable String obstacle(
            InterfaceMethod method,
            AccessMode mode,
            Element element,
            ValueLayout value,
            boolean isIndexed,
            List<Class<?>> parameters) {
        VarHandle handle = ViewBinding.aligned(value).varHandle();
        if (!handle.isAccessModeSupported(mode)) {
            return "VarHandle has no " + mode.methodName() + " for a "
                    + value.carrier().getSimpleName()
                    + " in memory; "
                    + (handle.isAccessModeSupported(AccessMode.COMPARE_AND_SET)
                            ? "call an accessor with compareAndSet in a loop, or use an int or long member"
                            : "use a plain accessor, or an int or long member");
        }
        List<Class<?>> all = handle.accessModeType(mode).parameterList();
        List<Class<?>> expected = all.subList(COORDINATES, all.size());
        Class<?> result = handle.accessModeType(mode).returnType();
        if (parameters.equals(expected) && method.result() == result) {
            return null;
        }
        return "the layout has " + element.describe() + "; declare it `" + result.getSimpleName() + " " + method.name()
                + "("
                + (isIndexed ? method.parameters().getFirst().getSimpleName() + ", " : "")
                + expected.stream().map(Class::getSimpleName).collect(Collectors.joining(", "))
                + ")`, as VarHandle has it";
    }

    /**
     * What is wrong with the place of a member that needs an alignment.
     *
     * @param target the member's layout, or that of its elements if it is accessed by an index
     * @param alignment what it needs, in bytes
     * @param why why it needs it
     */
    static List<String> misalignments(
            Element element, boolean isIndexed, MemoryLayout target, long alignment, String why) {
        List<String> misalignments = new ArrayList<>();
        String needs = "the layout has " + element.describe() + ", but " + why;
        if (element.offset() % alignment != 0) {
            misalignments.add(needs + " and needs an offset that is a multiple of " + alignment
                    + "; move the member, as Layouts.struct does");
        }
        if (isIndexed && target.byteSize() % alignment != 0) {
            misalignments.add(needs + " and needs elements whose byteSize is a multiple of " + alignment + ", found "
                    + target.byteSize() + "; pad the element, as Layouts.struct does");
        }
        return misalignments;
    }
}
