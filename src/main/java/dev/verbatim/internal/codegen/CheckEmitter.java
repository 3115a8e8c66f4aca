package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.Text;
import dev.verbatim.internal.runtime.ValueFault;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the methods that find values which cannot be stored, before anything is written: nulls, texts that are too
 * long, arrays of a wrong length. They only throw. {@code ValueFaultFinder} then finds out what is wrong and where, off
 * the hot path.
 */
final class CheckEmitter {

    /** The most checks in one method, so that C1 compiles it: those that call a function take the most. */
    private static final int MAX_CHECKS_PER_METHOD = 16;

    private final HiddenClass target;
    private final IdentityHashMap<Binding<?>, String> methods = new IdentityHashMap<>();

    CheckEmitter(HiddenClass target) {
        this.target = target;
    }

    /** Whether a struct has members whose values have to be checked. */
    static boolean hasChecks(Binding<?> struct) {
        return !checked(struct).isEmpty();
    }

    /** Checks an object in a local variable for all that the method which writes the struct does not find itself. */
    void checkBeforeWrite(Code code, Binding<?> struct, int dto) {
        List<Member> members = new ArrayList<>();
        for (Member member : checked(struct)) {
            if (!(member.value() instanceof Value.Converted && StructEmitter.convertsFirst(struct))) {
                members.add(member);
            }
        }
        if (!members.isEmpty()) {
            code.aload(dto);
            code.callOwn(method(struct, members), descriptor(struct));
        }
    }

    private static List<Member> checked(Binding<?> struct) {
        List<Member> members = new ArrayList<>();
        for (Member member : struct.members()) {
            if (hasChecks(member)) {
                members.add(member);
            }
        }
        return members;
    }

    private static boolean hasChecks(Member member) {
        // What is in a tail is checked when it is written to a buffer, before that is copied to the segment.
        return !(member.value() instanceof Value.Primitive || member.value() instanceof Value.InTail);
    }

    static String descriptor(Binding<?> struct) {
        return "(" + Type.getDescriptor(DtoCode.typeInCode(struct)) + ")V";
    }

    /**
     * The name of the static method that checks a struct's object, which is not null; it is emitted when it is first
     * asked for.
     */
    String method(Binding<?> struct) {
        String name = methods.get(struct);
        if (name == null) {
            name = method(struct, checked(struct));
            methods.put(struct, name);
        }
        return name;
    }

    private String method(Binding<?> struct, List<Member> members) {
        Code code = target.helper("check", descriptor(struct));
        boolean isSplit = members.size() > MAX_CHECKS_PER_METHOD;
        for (List<Member> chunk : chunks(members)) {
            Code part = isSplit ? target.helper("check", descriptor(struct)) : code;
            if (isSplit) {
                code.aload(0);
                code.callOwn(part.name(), descriptor(struct));
            }
            for (Member member : chunk) {
                check(part, member.value(), () -> DtoCode.getValue(part, member, 0));
            }
            if (isSplit) {
                part.returnAndEnd();
            }
        }
        code.returnAndEnd();
        return code.name();
    }

    private static List<List<Member>> chunks(List<Member> members) {
        List<List<Member>> chunks = new ArrayList<>();
        for (int from = 0; from < members.size(); from += MAX_CHECKS_PER_METHOD) {
            chunks.add(members.subList(from, Math.min(from + MAX_CHECKS_PER_METHOD, members.size())));
        }
        return chunks;
    }

    /** Checks a value, which {@code load} leaves on the stack. */
    void check(Code code, Value value, Runnable load) {
        switch (value) {
            case Value.Primitive _, Value.InTail _ -> {} // see hasChecks
            case Value.Ordinal _ -> {
                load.run();
                require(code, IFNONNULL);
            }
            case Value.Converted converted -> ConversionCode.check(code, converted, load);
            case Value.ConvertedBytes converted -> ConversionCode.check(code, converted, load);
            case Value.Text(int byteSize) -> {
                load.run();
                code.push(byteSize);
                code.call(Text.class, "fits");
                require(code, IFNE);
            }
            case Value.PrimitiveArray(var element, int count) -> {
                load.run();
                int array = code.storeNew(Type.getType(element.carrier().arrayType()));
                requireLength(code, array, count);
            }
            case Value.ConvertedSequence sequence -> {
                load.run();
                ConvertedElements converted = ConvertedElements.of(sequence);
                int elements = code.storeNew(Type.getType(converted.typeInCode()));
                if (sequence.isList()) {
                    requireSize(code, elements, sequence.count());
                } else {
                    requireLength(code, elements, sequence.count());
                }
                converted.check(code, sequence.count(), elements);
            }
            case Value.Struct(Binding<?> nested) -> {
                load.run();
                checkStruct(code, nested);
            }
            case Value.StructWithTail(Binding<?> nested) -> {
                load.run();
                checkStruct(code, nested);
            }
            case Value.StructSequence sequence -> {
                load.run();
                if (sequence.isList()) {
                    checkList(code, sequence);
                } else {
                    checkArray(code, sequence);
                }
            }
        }
    }

    private void checkList(Code code, Value.StructSequence sequence) {
        int list = code.storeNew(Type.getType(List.class));
        requireSize(code, list, sequence.count());
        code.loop(sequence.count(), i -> {
            code.aload(list);
            code.iload(i);
            code.invokeInterface(List.class, "get", Object.class, int.class);
            int element = code.storeNew(Type.getType(Object.class));
            requireElement(code, sequence.element(), element);
            code.aload(element);
            checkElement(code, sequence.element());
        });
    }

    private void checkArray(Code code, Value.StructSequence sequence) {
        int array = code.storeNew(Type.getType(Object[].class));
        requireLength(code, array, sequence.count());
        code.loop(sequence.count(), i -> {
            code.aload(array);
            code.iload(i);
            code.insn(AALOAD);
            checkElement(code, sequence.element());
        });
    }

    /** Checks the element on the stack. */
    void checkElement(Code code, Binding<?> element) {
        code.castTo(DtoCode.typeInCode(element), Object.class);
        checkStruct(code, element);
    }

    private void checkStruct(Code code, Binding<?> struct) {
        if (!hasChecks(struct)) {
            require(code, IFNONNULL);
            return;
        }
        int object = code.storeNew(Type.getType(DtoCode.typeInCode(struct)));
        code.aload(object);
        require(code, IFNONNULL);
        code.aload(object);
        code.callOwn(method(struct), descriptor(struct));
    }

    private static void requireSize(Code code, int list, int count) {
        code.aload(list);
        require(code, IFNONNULL);
        code.aload(list);
        code.invokeInterface(List.class, "size", int.class);
        code.push(count);
        require(code, IF_ICMPEQ);
    }

    private static void requireLength(Code code, int array, int count) {
        code.aload(array);
        require(code, IFNONNULL);
        code.aload(array);
        code.insn(ARRAYLENGTH);
        code.push(count);
        require(code, IF_ICMPEQ);
    }

    /**
     * Throws unless a local variable holds an element. It may hold null, or an object of another class from a list
     * whose type was cast.
     */
    static void requireElement(Code code, Binding<?> struct, int element) {
        code.constant(Class.class, struct.type());
        code.aload(element);
        code.invokeVirtual(Class.class, "isInstance", boolean.class, Object.class);
        require(code, IFNE);
    }

    /** Throws unless the jump is taken. */
    private static void require(Code code, int jump) {
        Label valid = new Label();
        code.jump(jump, valid);
        code.call(ValueFault.class, "fault");
        code.insn(ATHROW);
        code.label(valid);
    }
}
