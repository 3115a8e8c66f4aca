package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Member.Handles;
import dev.verbatim.internal.model.Member.NestField;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.DtoConstructors;
import dev.verbatim.internal.runtime.DtoEnums;
import dev.verbatim.internal.runtime.DtoFinals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits what generated code does with objects, wherever their bytes are: it makes them, and gets and puts their values.
 * It cannot name some types and fields, because they are in another nest or module. It reaches those by method handles,
 * and knows such objects as Object.
 */
final class DtoCode {

    private DtoCode() {}

    /** The type by which generated code knows a DTO: its own where it can be named, else Object. */
    static Class<?> typeInCode(Binding<?> struct) {
        return struct.nestmate() ? struct.type() : Object.class;
    }

    /** The type by which generated code knows a value that it has read. */
    static Class<?> typeInCode(Member member) {
        if (member.value() instanceof Value.Struct(Binding<?> nested)) {
            return typeInCode(nested);
        }
        if (member.value() instanceof Value.StructWithTail(Binding<?> nested)) {
            return typeInCode(nested);
        }
        return DtoAccess.inCode(member.type(), false);
    }

    /** Loads a member's value from the DTO. */
    static void getValue(Code code, Member member, int dto) {
        if (member.accessor() instanceof NestField field) {
            code.aload(dto);
            code.getField(field.owner(), field.name(), member.type());
        } else if (member.accessor() instanceof Handles handles) {
            code.constant(MethodHandle.class, handles.getter());
            code.aload(dto);
            if (callsAccessor(member)) {
                code.invokeExact(handles.getter()); // a record's accessor
            } else {
                code.invokeField(handles.getter());
            }
        } else {
            code.aload(dto); // the value itself
            code.castTo(typeInCode(member), Object.class);
        }
    }

    /** {@return whether {@link #getValue} calls code of the user, which may allocate} */
    static boolean callsAccessor(Member member) {
        return member.accessor() instanceof Handles handles && handles.callsAccessor();
    }

    /** Stores a value, which {@code value} leaves on the stack, in the DTO. */
    static void putValue(Code code, Member member, int dto, Runnable value) {
        startPut(code, member, dto);
        value.run();
        put(code, member);
    }

    /** Leaves on the stack what {@link #put} needs below the value. */
    static void startPut(Code code, Member member, int dto) {
        if (member.accessor() instanceof Handles handles) {
            code.constant(MethodHandle.class, setter(handles));
        }
        code.aload(dto);
    }

    /** Stores the value on the stack in the DTO. */
    static void put(Code code, Member member) {
        if (member.accessor() instanceof NestField field) {
            code.castTo(member.type(), typeInCode(member));
            code.putField(field.owner(), field.name(), member.type());
        } else if (member.accessor() instanceof Handles handles) {
            MethodHandle setter = setter(handles);
            code.castTo(setter.type().parameterType(1), typeInCode(member));
            code.invokeField(setter);
        } else {
            throw new AssertionError("a value by itself is not filled: " + member);
        }
    }

    private static MethodHandle setter(Handles handles) {
        return Objects.requireNonNull(handles.setter(), "a record is not filled");
    }

    /**
     * Makes a Java record, or a value by itself, and leaves it on the stack.
     *
     * @param components all its components
     * @param read leaves a component on the stack
     */
    static <M extends Member> void construct(Code code, Binding<?> struct, List<M> components, Consumer<M> read) {
        if (struct.value() != null) {
            read.accept(components.getFirst());
            return;
        }
        startConstruct(code, struct);
        for (int i = 0; i < components.size(); i++) {
            read.accept(components.get(i));
            argument(code, struct, i, components.get(i));
        }
        construct(code, struct, components);
    }

    /** Leaves on the stack what {@link #construct(Code, Binding, List)} needs below the components of a Java record. */
    static void startConstruct(Code code, Binding<?> struct) {
        if (struct.factory() == null) {
            code.newObject(struct.type());
        } else {
            code.constant(MethodHandle.class, struct.factory());
        }
    }

    /** Makes the component on the stack an argument of the constructor, the one of an index. */
    static void argument(Code code, Binding<?> struct, int index, Member component) {
        MethodHandle constructor = struct.factory();
        Class<?> type =
                constructor == null ? component.type() : constructor.type().parameterType(index);
        code.castTo(type, typeInCode(component));
    }

    /**
     * Makes a Java record, or an object of an immutable class, of all its components, which are on the stack as
     * arguments, and leaves it there. Of a class other members may be left to be filled, as in {@link #newObject}.
     */
    static void construct(Code code, Binding<?> struct, List<? extends Member> components) {
        MethodHandle constructor = struct.factory();
        if (constructor == null) {
            Class<?>[] types = new Class<?>[components.size()];
            for (int i = 0; i < types.length; i++) {
                types[i] = components.get(i).type();
            }
            code.construct(struct.type(), types);
        } else {
            code.invokeExact(constructor);
            code.castTo(typeInCode(struct), Object.class);
        }
        List<Member> replaced = replaced(struct);
        if (!replaced.isEmpty()) {
            int object = code.storeNew(Type.getType(typeInCode(struct)));
            giveUp(code, replaced, object);
            code.aload(object);
        }
    }

    /** Adds the method that makes an object of a mutable class. */
    static void newInstance(HiddenClass target, Binding<?> binding) {
        Code code = target.override("newInstance");
        newObject(code, binding);
        code.returnAndEnd();
    }

    /**
     * Makes an object to be filled, and leaves it on the stack; null if a supplier has given null. What its constructor
     * has put into fields may be shared, such as an empty array or a constant, so they are set to null where reading
     * makes something new then.
     */
    static void newObject(Code code, Binding<?> struct) {
        MethodHandle factory = struct.factory();
        if (factory == null) {
            code.constant(Class.class, struct.type());
            code.call(DtoConstructors.class, "missing");
            code.insn(ATHROW);
            return;
        }
        code.constant(MethodHandle.class, factory);
        code.invokeExact(factory);
        code.castTo(typeInCode(struct), Object.class);
        List<Member> replaced = replaced(struct);
        if (replaced.isEmpty()) {
            return;
        }
        int object = code.storeNew(Type.getType(typeInCode(struct)));
        Label done = new Label();
        code.aload(object);
        code.jump(IFNULL, done);
        giveUp(code, replaced, object);
        code.label(done);
        code.aload(object);
    }

    private static void giveUp(Code code, List<Member> replaced, int object) {
        for (Member member : replaced) {
            startPut(code, member, object);
            code.insn(ACONST_NULL);
            put(code, member);
        }
    }

    /** The members whose objects, arrays and lists a new object gives up, because reading makes others. */
    private static List<Member> replaced(Binding<?> struct) {
        List<Member> found = new ArrayList<>();
        for (Member member : struct.filledMembers()) {
            if (!member.isFilledInPlace() && isReplaced(member)) {
                found.add(member);
            }
        }
        return found;
    }

    private static boolean isReplaced(Member member) {
        Value value = member.value();
        return (holdsObjects(member) && isMadeWhole(member))
                || value instanceof Value.PrimitiveArray
                || value instanceof Value.ConvertedSequence
                || value instanceof Value.VarArray
                || value instanceof Value.VarConverted
                || (value instanceof Value.VarText && member.type() == StringBuilder.class);
    }

    /** The nested mutable object that a member is; null if it is something else. */
    private static @Nullable Binding<?> nested(Member member) {
        Binding<?> nested = null;
        if (member.value() instanceof Value.Struct(Binding<?> binding)) {
            nested = binding;
        } else if (member.value() instanceof Value.StructWithTail(Binding<?> binding)) {
            nested = binding;
        }
        return nested == null || nested.isImmutable() ? null : nested;
    }

    /** Whether a member is a nested mutable object, or an array or a list of records or objects. */
    private static boolean holdsObjects(Member member) {
        return nested(member) != null
                || member.value() instanceof Value.StructSequence
                || member.value() instanceof Value.VarStructs;
    }

    /** Whether constructors without arguments make all that reading fills in a member. */
    private static boolean isMadeWhole(Member member) {
        Binding<?> nested = nested(member);
        if (nested != null) {
            return isMadeWhole(nested);
        } else if (member.value() instanceof Value.StructSequence sequence) {
            return sequence.element().isImmutable() || isMadeWhole(sequence.element());
        } else if (member.value() instanceof Value.VarStructs list) {
            // Most elements of a tail are new anyway, whatever their final fields are.
            return list.element().isImmutable() || list.element().factory() != null;
        }
        return true;
    }

    /** Whether a constructor gives final fields something to fill, and of which length, is not known. */
    private static boolean isMadeWhole(Binding<?> struct) {
        for (Member member : struct.members()) {
            if (member.isFilledInPlace() || !isMadeWhole(member)) {
                return false;
            }
        }
        return struct.factory() != null;
    }

    /**
     * Makes an array of structs, of the length on the stack. To the code it is an Object[]; if the code cannot name the
     * type of the elements, a method handle makes it.
     */
    static void newArray(Code code, Binding<?> element, Class<?> component) {
        if (element.nestmate()) {
            code.newArray(component);
            return;
        }
        MethodHandle constructor = MethodHandles.arrayConstructor(component.arrayType())
                .asType(MethodType.methodType(Object[].class, int.class));
        int length = code.storeNew(Type.INT_TYPE);
        code.constant(MethodHandle.class, constructor);
        code.iload(length);
        code.invokeExact(constructor);
    }

    /** Loads a nested object that is to be filled, a new one if there is none and the field is not final. */
    static void fetchOrMake(Code code, Member member, Binding<?> nested, int dto) {
        int local = storeValue(code, member, dto);
        Label exists = new Label();
        code.aload(local);
        code.jump(IFNONNULL, exists);
        if (member.isFilledInPlace()) {
            throwNotFilled(code, member, dto, local, 0);
        } else {
            newObject(code, nested);
            code.store(Type.getType(typeInCode(nested)), local);
            putValue(code, member, dto, () -> code.aload(local));
            code.fences().make();
        }
        code.label(exists);
        code.aload(local);
    }

    /** Stores a member's value from the DTO in a new local variable, whose number is returned. */
    static int storeValue(Code code, Member member, int dto) {
        getValue(code, member, dto);
        return code.storeNew(Type.getType(typeInCode(member)));
    }

    /**
     * Throws if the array or the list on the stack, which has been read, is not the one that the final field has: there
     * was none, or one of another length.
     *
     * @param filled the local variable that has the one of the field
     * @param count how many elements the layout has
     */
    static void requireSame(Code code, Member member, int dto, int filled, int count) {
        Label same = new Label();
        code.aload(filled);
        code.jump(IF_ACMPEQ, same);
        throwNotFilled(code, member, dto, filled, count);
        code.label(same);
    }

    private static void throwNotFilled(Code code, Member member, int dto, int filled, int count) {
        code.aload(dto);
        code.push(member.accessor() instanceof NestField field ? field.name() : member.name());
        code.aload(filled);
        code.push(count);
        code.callWithoutAllocation(DtoFinals.class, "notFilled"); // what it allocates ends this method
        code.insn(ATHROW);
    }

    /**
     * Stores the element on the stack, an Object, in a new local variable, whose number is returned. If it is null, the
     * variable gets a new object, which {@code put} puts in the element's place.
     */
    static int storeOrMake(Code code, Binding<?> element, IntConsumer put) {
        Type type = Type.getType(typeInCode(element));
        code.castTo(typeInCode(element), Object.class);
        int object = code.storeNew(type);
        Label exists = new Label();
        code.aload(object);
        code.jump(IFNONNULL, exists);
        newObject(code, element);
        code.store(type, object);
        put.accept(object);
        code.fences().make();
        code.label(exists);
        return object;
    }

    /** Turns the enum constant on the stack into the value that is stored. */
    static void ordinal(Code code, Class<?> carrier) {
        code.cast(Enum.class);
        code.ordinal();
        if (carrier == long.class) {
            code.insn(I2L);
        }
        // The ordinal fits the other carriers, which are ints on the stack.
    }

    /** Turns the stored value on the stack into the enum constant, an Object. */
    static void constant(Code code, Value.Ordinal value) {
        if (value.layout().carrier() != long.class) {
            code.insn(I2L);
        }
        code.constant(Object[].class, EnumConstants.OF.get(value.type()));
        code.callWithoutAllocation(DtoEnums.class, "constant");
    }
}
