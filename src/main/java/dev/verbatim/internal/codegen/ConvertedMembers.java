package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.ValueFault;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the conversions of a struct's own members, all of them before the first store. What is to be stored is kept in
 * local variables.
 *
 * <p>Unsigned integers are kept as they are: their lowest bits are stored. One comparison then checks all that are
 * equally wide and stored in as many bits, because any bit that one of them has beyond those is set in the bitwise or
 * of all. A comparison for each made a write of eight twice as slow as one without conversions.
 */
final class ConvertedMembers {

    private final IdentityHashMap<Member, Integer> locals = new IdentityHashMap<>();

    /** {@return whether any of a struct's members is converted, and none that is puts a fence before the stores} */
    static boolean areStoredWithoutFence(Code code, List<Member.Fixed> members) {
        boolean areThere = false;
        for (Member.Fixed member : members) {
            if (member.value() instanceof Value.Converted converted) {
                areThere = true;
                if (code.fences().isClosable()
                        && (converted.conversion().allocates() || DtoCode.callsAccessor(member))) {
                    return false;
                }
            }
        }
        return areThere;
    }

    /** Emits the conversions. Local variable 0 has the object. */
    void convert(Code code, List<Member.Fixed> members) {
        List<Member.Fixed> unsigned = new ArrayList<>();
        for (Member.Fixed member : members) {
            if (member.value() instanceof Value.Converted converted) {
                if (isUnsigned(converted)) {
                    DtoCode.getValue(code, member, 0);
                    locals.put(
                            member,
                            code.storeNew(Type.getType(converted.conversion().type())));
                    unsigned.add(member);
                } else {
                    ConversionCode.store(code, converted, () -> DtoCode.getValue(code, member, 0));
                    locals.put(member, code.storeNew(carrier(converted)));
                }
            }
        }
        while (!unsigned.isEmpty()) {
            Class<?> carrier = converted(unsigned.getFirst()).layout().carrier();
            List<Member.Fixed> alike = unsigned.stream()
                    .filter(member -> converted(member).layout().carrier() == carrier)
                    .toList();
            check(code, alike);
            unsigned.removeAll(alike);
        }
    }

    private static boolean isUnsigned(Value.Converted converted) {
        return converted.conversion().isUnsigned();
    }

    private static Value.Converted converted(Member.Fixed member) {
        return (Value.Converted) member.value();
    }

    private static Type carrier(Value.Converted converted) {
        return Type.getType(converted.layout().carrier());
    }

    /** Throws if one of several unsigned integers, of one type and stored in one carrier, has too many bits. */
    private void check(Code code, List<Member.Fixed> members) {
        Value.Converted first = converted(members.getFirst());
        boolean isLong = first.conversion().type() == long.class;
        load(code, members.getFirst());
        for (Member.Fixed member : members.subList(1, members.size())) {
            load(code, member);
            code.insn(isLong ? LOR : IOR);
        }
        code.push(Math.toIntExact(first.byteSize()) * Byte.SIZE);
        code.insn(isLong ? LUSHR : IUSHR);
        if (isLong) {
            code.insn(LCONST_0);
            code.insn(LCMP);
        }
        Label fit = new Label();
        code.jump(IFEQ, fit);
        code.call(ValueFault.class, "fault"); // the first that does not fit is found off the hot path
        code.insn(ATHROW);
        code.label(fit);
    }

    private void load(Code code, Member.Fixed member) {
        code.load(Type.getType(converted(member).conversion().type()), local(member));
    }

    private int local(Member member) {
        return Objects.requireNonNull(locals.get(member));
    }

    /** {@return whether a member of the struct has been converted before} */
    boolean has(Member member) {
        return locals.containsKey(member);
    }

    /** Leaves what is stored for a member that has been converted on the stack. */
    void loadStored(Code code, Member.Fixed member) {
        Value.Converted converted = converted(member);
        if (!isUnsigned(converted)) {
            code.load(carrier(converted), local(member));
            return;
        }
        load(code, member);
        if (converted.conversion().type() == long.class) {
            code.insn(L2I);
        }
        if (converted.layout().carrier() == byte.class) {
            code.insn(I2B);
        } else if (converted.layout().carrier() == short.class) {
            code.insn(I2S);
        } else if (converted.layout().carrier() == char.class) {
            code.insn(I2C);
        }
    }
}
