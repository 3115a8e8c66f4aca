package dev.verbatim.internal.codegen;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * How many of a struct's values one method accesses, so that both of HotSpot's compilers compile it as they should. Of
 * the structs nested in another one, the size of the outer one decides.
 */
final class MethodLimits {

    /**
     * The most values that one method accesses. HotSpot compiles no method over 8,000 bytes of bytecode, but the
     * compilers' other limits come first. C1 runs out of virtual registers at 48 to 64 values, in some processes and
     * not in others: what it profiles differs. It gives the method up then, and the interpreter may keep it for good.
     * At about 200 values C1 runs out of stack, which ends the JVM. C2 inlines ever less (JDK 25).
     */
    private static final int MAX_VALUES = 32;

    private static final int MAX_BY_VAR_HANDLE =
            maxByVarHandle(Runtime.version().feature());

    /**
     * From 29 loads of several types on, before as many stores to fields, C2 came to the count of nodes at which it
     * stops inlining, in some programs (JDK 25).
     */
    private static final int MAX_FILLED_BY_VAR_HANDLE = Math.min(28, MAX_BY_VAR_HANDLE);

    /**
     * What a value takes of C1's virtual registers, about, in thirds of what one does that is stored as it is and whose
     * field is a nestmate's; and what one takes more that is reached by a method handle, or converted by a function. C1
     * compiled methods of 20 values that it reached by handles, and none of 24; of values of nestmates that became
     * instants, 16 and not 20; of such of others 9 in the reader of a Java record and not 12 (JDK 25).
     */
    private static final int WEIGHT = 3;

    private static final int WEIGHT_OF_HANDLE = 2;
    private static final int WEIGHT_OF_FUNCTION = 5;

    /** The most that the values of one method weigh. */
    private final int maxWeight;

    /** The same of a method that fills an object, which stores to as many fields. */
    private final int maxFilledWeight;

    /** Limits the methods of a struct that is nested in no other one, and of those nested in it. */
    MethodLimits(Binding<?> struct) {
        int values = values(struct);
        this.maxWeight = WEIGHT * maxValues(values);
        this.maxFilledWeight =
                WEIGHT * (SegmentAccess.isByMethodHandle(values) ? MAX_VALUES : MAX_FILLED_BY_VAR_HANDLE);
    }

    /** {@return the most values that one method accesses, of a struct of so many} */
    static int maxValues(int values) {
        return SegmentAccess.isByMethodHandle(values) ? MAX_VALUES : MAX_BY_VAR_HANDLE;
    }

    /**
     * As many as C1 has compiled in {@code LargeStructCompilationTest}, by the version of the JDK: in later ones an
     * access by VarHandle takes more registers.
     */
    private static int maxByVarHandle(int jdk) {
        if (jdk < 26) {
            return MAX_VALUES;
        }
        // 26 and 27 gave up 32 loads before a constructor of 254 components, and 28-ea+18 gave up 22 stores.
        return jdk < 28 ? 28 : 20;
    }

    /** {@return how many values a struct has, those of nested structs included} A sequence or a text counts as one. */
    static int values(Binding<?> struct) {
        int values = 0;
        for (Member.Fixed member : struct.fixedMembers()) {
            values += values(member);
        }
        return values;
    }

    private static int values(Member.Fixed member) {
        if (member.value() instanceof Value.Struct(Binding<?> nested)) {
            // One more for an object that is to be filled, which has to be fetched or made.
            return values(nested) + (nested.isImmutable() ? 0 : 1);
        }
        return 1;
    }

    /** {@return whether a struct is more than one method should write, fill or read} */
    boolean isInParts(CodecOperation operation, Binding<?> struct) {
        boolean isFilled =
                operation == CodecOperation.READ_INTO || (operation == CodecOperation.READ && !struct.isImmutable());
        return weight(struct) > (isFilled ? maxFilledWeight : maxWeight);
    }

    /** {@return consecutive members that together are not too many for a method} */
    List<List<Member.Fixed>> parts(CodecOperation operation, List<Member.Fixed> members) {
        int most = operation == CodecOperation.WRITE ? maxWeight : maxFilledWeight;
        List<List<Member.Fixed>> parts = new ArrayList<>();
        int room = 0;
        for (Member.Fixed member : members) {
            int weight = weight(member);
            if (weight > room) {
                parts.add(new ArrayList<>());
                room = most;
            }
            parts.getLast().add(member);
            room -= weight;
        }
        return parts;
    }

    /**
     * {@return the first of a Java record's components, as many as one method reads} The constructor takes all of them
     * at once, so each of the others is read by a method of its own.
     */
    List<Member.Fixed> readInOneMethod(List<Member.Fixed> components) {
        int weight = 0;
        for (int i = 0; i < components.size(); i++) {
            weight += weight(components.get(i));
            if (weight > maxWeight) {
                return components.subList(0, i);
            }
        }
        return components;
    }

    private static int weight(Binding<?> struct) {
        int weight = 0;
        for (Member.Fixed member : struct.fixedMembers()) {
            weight += weight(member);
        }
        return weight;
    }

    private static int weight(Member.Fixed member) {
        if (member.value() instanceof Value.Struct(Binding<?> nested)) {
            return weight(nested) + (nested.isImmutable() ? 0 : WEIGHT);
        }
        return WEIGHT
                + (member.accessor() instanceof Member.Handles ? WEIGHT_OF_HANDLE : 0)
                + (member.value() instanceof Value.ByConversion ? WEIGHT_OF_FUNCTION : 0);
    }
}
