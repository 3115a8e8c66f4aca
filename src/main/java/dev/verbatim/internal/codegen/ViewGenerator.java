package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.InTail;
import dev.verbatim.internal.model.ViewBinding.Nested;
import dev.verbatim.internal.model.ViewBinding.Plain;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import dev.verbatim.internal.runtime.GeneratedView;
import dev.verbatim.internal.runtime.Text;
import dev.verbatim.internal.runtime.ViewShape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes the hidden class of a view. A method for each accessor tests the segment's class and branches to code for that
 * kind of segment, so that it keeps its speed when a process uses several kinds:
 *
 * <pre>{@code
 * final class QuoteView$$View extends GeneratedView implements QuoteView {
 *     public long id() {
 *         try {
 *             return id$0(segment, offset);
 *         } catch (RuntimeException fault) {
 *             throw explainWithoutArguments(fault, 0);
 *         }
 *     }
 *
 *     private static long id$0(MemorySegment segment, long offset) {
 *         Class<?> kind = segment.getClass();
 *         if (kind == NATIVE) return (long) ID.get(segment, offset);
 *         if (kind == MAPPED) return (long) ID.get(segment, offset);   // ... and so on
 *         return (long) ID.get(segment, offset);
 *     }
 * }
 * }</pre>
 */
public final class ViewGenerator {

    private final ViewBinding<?> binding;
    private final HiddenClass target;
    private final SegmentAccess access;
    private final StructEmitters structs;
    private final CheckEmitter checks;
    private final ReusedObjects reused;
    private final TailAccessorEmitter tails;

    private ViewGenerator(ViewBinding<?> binding) {
        this.binding = binding;
        this.target = new HiddenClass(
                binding.host(), HiddenClass.nameOf(binding.type()) + "$$View", GeneratedView.class, binding.type());
        this.access = new SegmentAccess(binding.layout().byteSize(), 1);
        this.structs = new StructEmitters(target);
        this.checks = new CheckEmitter(target);
        this.reused = new ReusedObjects(target);
        this.tails = new TailAccessorEmitter(access, reused);
    }

    /**
     * Generates the views of a binding.
     *
     * @param binding the binding
     * @param <V> the view
     * @return their factory
     */
    public static <V extends StructView> ViewFactory<V> generate(ViewBinding<V> binding) {
        return new GeneratedViews<>(binding, prototype(binding));
    }

    /** {@return a view to make others from, not wrapped} */
    static GeneratedView prototype(ViewBinding<?> binding) {
        ViewGenerator generator = new ViewGenerator(binding);
        generator.emit();
        return (GeneratedView) generator.target.define("view " + binding.type().getName());
    }

    /** The class file that {@link #prototype} defines. */
    static byte[] classFile(ViewBinding<?> binding) {
        ViewGenerator generator = new ViewGenerator(binding);
        generator.emit();
        return generator.target.toByteArray();
    }

    private void emit() {
        target.constructor(new ViewShape(binding));

        Code newView = target.override("newView");
        newView.newOwn();
        newView.constructOwn();
        newView.returnAndEnd();

        new WrapEmitter(binding, target).emit();
        List<ViewAccessor> accessors = binding.accessors();
        for (int i = 0; i < accessors.size(); i++) {
            accessor(i, accessors.get(i));
            bridges(accessors.get(i).method());
        }
    }

    /**
     * Emits bridges from the signatures that an accessor has in super-interfaces, if they differ: with wider results,
     * or without type arguments.
     */
    private void bridges(InterfaceMethod method) {
        for (String descriptor : method.descriptors()) {
            if (descriptor.equals(method.descriptor())) {
                continue;
            }
            Code code = target.method(ACC_PUBLIC | ACC_BRIDGE | ACC_SYNTHETIC, method.name(), descriptor);
            code.aload(0);
            int local = 1;
            Type[] declared = Type.getArgumentTypes(descriptor);
            for (int i = 0; i < declared.length; i++) {
                Class<?> parameter = method.parameters().get(i);
                code.load(declared[i], local);
                local += declared[i].getSize();
                if (!declared[i].equals(Type.getType(parameter))) {
                    code.cast(parameter);
                }
            }
            code.callThis(method.name(), method.descriptor());
            code.returnAndEnd();
        }
    }

    private void accessor(int number, ViewAccessor accessor) {
        String byKind = isByKind(accessor.target()) ? byKind(number, accessor) : null;
        Code code = target.method(
                ACC_PUBLIC, accessor.method().name(), accessor.method().descriptor());
        // That of wrap: with one in each accessor two getters took 3.5 ns instead of 2.4.
        code.fences().setNeeded(false);
        Label start = new Label();
        Label handler = new Label();
        code.handler(start, handler, handler, RuntimeException.class);
        code.label(start);
        AccessorFrame frame;
        if (byKind != null) {
            frame = AccessorFrame.withoutPlace(code, accessor, number);
            callByKind(frame, byKind);
            frame.result();
        } else {
            frame = AccessorFrame.withPlace(code, accessor, number);
            inPlace(frame);
        }
        code.label(handler);
        explain(frame);
        code.end();
    }

    /** Throws what explains the exception on the stack. */
    private static void explain(AccessorFrame frame) {
        Code code = frame.code();
        ViewAccessor accessor = frame.accessor();
        code.aload(0);
        code.insn(SWAP);
        code.push(frame.number());
        boolean isConvertedSetter = accessor.action() == Action.SET && isConverted(accessor.target());
        if (!accessor.isIndexed() && !accessor.takesObject() && !isConvertedSetter) {
            code.callInherited("explainWithoutArguments");
            code.insn(ATHROW);
            return;
        }
        if (accessor.isIndexed()) {
            frame.index();
        } else {
            code.insn(LCONST_0);
        }
        if (accessor.takesObject()) {
            code.aload(frame.value());
        } else if (isConvertedSetter) {
            loadValue(frame);
            code.box(accessor.type());
        } else {
            code.insn(ACONST_NULL);
        }
        code.callInherited("explain");
        code.insn(ATHROW);
    }

    /** Emits an accessor that needs the view for more than its place. */
    private void inPlace(AccessorFrame frame) {
        Code code = frame.code();
        check(frame);
        code.getInherited("segment");
        code.store(Type.getType(Object.class), frame.segment());
        code.getInherited("offset");
        code.store(Type.LONG_TYPE, frame.segment() + 1);
        code.getInherited("isClosable");
        code.store(Type.INT_TYPE, frame.isClosable());
        code.fences().makeOnlyIf(frame.isClosable());
        switch (frame.accessor().target()) {
            case Nested(ViewBinding<?> nested) -> {
                nestedView(frame, nested);
                frame.result();
            }
            case InTail inTail -> tails.emit(frame, inTail);
            case Plain(Value.Fixed value, var _) ->
                SegmentKinds.branch(code, frame.segment(), kind -> {
                    plain(frame, value, kind);
                    frame.result();
                });
        }
    }

    /** Whether an accessor needs nothing of the view but its place: others keep texts in it, or views of parts. */
    private static boolean isByKind(ViewBinding.Target target) {
        return target instanceof Plain(Value.Fixed value, var _) && !(value instanceof Value.Text);
    }

    /**
     * Emits the static method that accesses a value in a segment of any kind. C2 inlines a method of more than 35 bytes
     * (MaxInlineSize) only where it is called often, and this one has more. The accessor has less, but with some
     * conversions, and passes on the place only; so also a view that a method uses on a rare path does not escape from
     * it. The place is that of the call: a conversion that wraps the view over another struct does not change where the
     * value is.
     *
     * @return the method's name
     */
    private String byKind(int number, ViewAccessor accessor) {
        Code code = target.helper(accessor.method().name(), descriptorByKind(accessor));
        AccessorFrame frame = AccessorFrame.ofPlace(code, accessor, number);
        if (mayAllocate(accessor.target())) {
            code.fences().makeOnlyIf(frame.isClosable());
        }
        check(frame);
        Value.Fixed value = ((Plain) accessor.target()).value();
        SegmentKinds.branch(code, frame.segment(), kind -> {
            plain(frame, value, kind);
            code.insn(resultByKind(accessor).getOpcode(IRETURN));
        });
        code.end();
        return code.name();
    }

    /** The segment, the offset of the struct, what the accessor takes, and whether the arena can be closed. */
    private static String descriptorByKind(ViewAccessor accessor) {
        List<Type> parameters = new ArrayList<>();
        parameters.add(Type.getType(MemorySegment.class));
        parameters.add(Type.LONG_TYPE);
        Collections.addAll(parameters, Type.getArgumentTypes(accessor.method().descriptor()));
        if (mayAllocate(accessor.target())) {
            parameters.add(Type.BOOLEAN_TYPE);
        }
        return Type.getMethodDescriptor(resultByKind(accessor), parameters.toArray(Type[]::new));
    }

    private static Type resultByKind(ViewAccessor accessor) {
        return accessor.action() == Action.SET
                ? Type.VOID_TYPE
                : Type.getReturnType(accessor.method().descriptor());
    }

    private static void callByKind(AccessorFrame frame, String method) {
        Code code = frame.code();
        ViewAccessor accessor = frame.accessor();
        code.getInherited("segment");
        code.getInherited("offset");
        int local = 1;
        for (Type argument : Type.getArgumentTypes(accessor.method().descriptor())) {
            code.load(argument, local);
            local += argument.getSize();
        }
        if (mayAllocate(accessor.target())) {
            code.getInherited("isClosable");
        }
        code.callOwn(method, descriptorByKind(accessor));
    }

    private static boolean mayAllocate(ViewBinding.Target target) {
        return !(target instanceof Plain(Value.Fixed value, var _)
                && (value instanceof Value.Primitive || value instanceof Value.Ordinal));
    }

    private static boolean isConverted(ViewBinding.Target target) {
        return target instanceof Plain(Value.Fixed value, var _)
                && (value instanceof Value.Converted || value instanceof Value.ConvertedBytes);
    }

    /** Finds values that cannot be stored before anything is written. */
    private void check(AccessorFrame frame) {
        if (frame.accessor().action() == Action.SET
                && frame.accessor().target() instanceof Plain(Value.Fixed value, var _)
                && !takesChars(frame.accessor())) {
            checks.check(frame.code(), value, () -> loadValue(frame));
        }
        if (frame.accessor().action() == Action.EQUALS_TEXT || frame.accessor().action() == Action.APPEND_TEXT) {
            frame.code().aload(frame.value());
            frame.code().invokeStatic(Objects.class, "requireNonNull", Object.class, Object.class);
            frame.code().insn(POP);
        }
    }

    /** Whether a setter takes text of any class, which anybody can have written, to store it as UTF-8. */
    private static boolean takesChars(ViewAccessor setter) {
        return setter.target() instanceof Plain(Value.Text _, var _)
                && setter.method().parameters().getLast() == CharSequence.class;
    }

    private void nestedView(AccessorFrame frame, ViewBinding<?> nested) {
        Code code = frame.code();
        if (frame.accessor().action() == Action.SET) {
            code.aload(0);
            code.aload(frame.value());
            code.push(frame.number());
            frame.start();
            code.callInherited("setStruct");
            return;
        }
        int view = reused.view(frame, nested);
        code.aload(view);
        code.aload(frame.segment());
        frame.start();
        if (nested.hasTail()) {
            code.getInherited("end");
            code.call(GeneratedView.class, "point", MemorySegment.class, long.class, long.class);
        } else {
            code.call(GeneratedView.class, "point", MemorySegment.class, long.class);
        }
        code.aload(view);
        code.cast(frame.accessor().type());
    }

    /** Accesses a value in a segment of one kind, and leaves the result, if there is one, on the stack. */
    private void plain(AccessorFrame frame, Value.Fixed value, @Nullable Kind kind) {
        switch (frame.accessor().action()) {
            case GET -> get(frame, value, kind);
            case SET -> set(frame, value, kind);
            case ATOMIC -> atomic(frame, ((Value.Primitive) value).layout());
            case APPEND_TEXT -> {
                frame.code().aload(frame.value());
                text(frame, (Value.Text) value, "text");
                frame.code().call(Text.class, "append");
            }
            case EQUALS_TEXT -> {
                frame.code().aload(frame.value());
                int bytes = text(frame, (Value.Text) value, "takeText");
                frame.code().call(Text.class, "equals");
                frame.code().aload(0);
                frame.code().aload(bytes);
                frame.code().callInherited("giveText");
            }
            case GET_SLICE, GET_CHARS, COUNT -> throw new AssertionError("of the tail only: " + frame.accessor());
        }
    }

    /**
     * Leaves a text's bytes and their number on the stack, and the bytes in the local variable whose number this
     * returns.
     */
    private int text(AccessorFrame frame, Value.Text text, String buffer) {
        Code code = frame.code();
        access.check(code, frame.segment());
        code.aload(0);
        code.push(text.byteSize());
        code.callInherited(buffer);
        int bytes = code.storeNew(Type.getType(byte[].class));
        SequenceEmitter.copyToArray(
                code, frame.segment(), ValueLayout.JAVA_BYTE, frame.accessor().offset(), bytes, text.byteSize());
        code.aload(bytes);
        code.push(text.byteSize());
        return bytes;
    }

    private void get(AccessorFrame frame, Value.Fixed value, @Nullable Kind kind) {
        Code code = frame.code();
        ViewAccessor accessor = frame.accessor();
        switch (value) {
            case Value.Primitive(var layout) -> load(frame, layout);
            case Value.Ordinal ordinal -> {
                load(frame, ordinal.layout());
                DtoCode.constant(code, ordinal);
                code.cast(accessor.type());
            }
            case Value.Converted converted -> {
                ConversionCode.load(code, converted, () -> load(frame, converted.layout()));
                code.castTo(accessor.type(), DtoAccess.inCode(accessor.type(), false));
            }
            case Value.ConvertedBytes converted -> {
                access.check(code, frame.segment());
                ConversionCode.read(code, converted, () -> loadAddress(frame));
                code.castTo(accessor.type(), DtoAccess.inCode(accessor.type(), false));
            }
            case Value.Text text -> {
                text(frame, text, "text");
                code.call(Text.class, "decode");
            }
            case Value.PrimitiveArray array -> readNew(frame, array, kind);
            case Value.StructSequence sequence -> readNew(frame, sequence, kind);
            case Value.ConvertedSequence sequence -> readNew(frame, sequence, kind);
            case Value.Struct(Binding<?> struct) -> {
                code.aload(frame.segment());
                frame.start();
                callStruct(frame, struct, CodecOperation.READ, kind);
                code.castTo(accessor.type(), DtoCode.typeInCode(struct));
            }
        }
    }

    /** Reads an array or a list into a new one. */
    private void readNew(AccessorFrame frame, Value.Sequence sequence, @Nullable Kind kind) {
        Code code = frame.code();
        ViewAccessor accessor = frame.accessor();
        access.check(code, frame.segment());
        code.insn(ACONST_NULL);
        code.loadAddress(frame.segment(), accessor.offset());
        boolean hasFences = structs.sequences(kind).hasFencesToRead(code, sequence, accessor.type());
        call(frame, kind, hasFences, own -> structs.sequences(own).read(code, sequence, accessor.type()));
        code.castTo(accessor.type(), DtoAccess.inCode(accessor.type(), false));
    }

    private void load(AccessorFrame frame, ValueLayout layout) {
        ViewAccessor accessor = frame.accessor();
        if (accessor.isIndexed()) {
            access.getElement(frame.code(), accessor.offset(), layout, accessor.count(), frame.segment(), frame::index);
        } else {
            access.get(frame.code(), accessor.offset(), layout, frame.segment());
        }
    }

    private void set(AccessorFrame frame, Value.Fixed value, @Nullable Kind kind) {
        Code code = frame.code();
        ViewAccessor accessor = frame.accessor();
        switch (value) {
            case Value.Primitive(var layout) ->
                store(frame, layout, () -> code.load(Type.getType(layout.carrier()), frame.value()));
            case Value.Ordinal(var layout, var _, var _) ->
                store(frame, layout, () -> {
                    code.aload(frame.value());
                    DtoCode.ordinal(code, layout.carrier());
                });
            case Value.Converted converted ->
                store(frame, converted.layout(), () -> ConversionCode.store(code, converted, () -> loadValue(frame)));
            case Value.ConvertedBytes converted -> {
                access.check(code, frame.segment());
                ConversionCode.write(code, converted, () -> {
                    loadValue(frame);
                    loadAddress(frame);
                });
            }
            case Value.Text(int byteSize)
            when takesChars(accessor) -> {
                code.aload(0);
                code.aload(frame.value());
                code.push(byteSize);
                code.callInherited("encoded");
                int bytes = code.storeNew(Type.getType(byte[].class));
                access.check(code, frame.segment());
                SequenceEmitter.copyFromArray(
                        code, bytes, frame.segment(), ValueLayout.JAVA_BYTE, accessor.offset(), byteSize);
            }
            case Value.Sequence sequence -> {
                access.check(code, frame.segment());
                code.aload(frame.value());
                code.loadAddress(frame.segment(), accessor.offset());
                boolean hasFences = structs.sequences(kind).hasFencesToWrite(code, sequence, accessor.type());
                call(frame, kind, hasFences, own -> structs.sequences(own).write(code, sequence, accessor.type()));
            }
            case Value.Struct(Binding<?> struct) -> {
                code.aload(frame.value());
                code.aload(frame.segment());
                frame.start();
                callStruct(frame, struct, CodecOperation.WRITE, kind);
            }
        }
    }

    private void callStruct(AccessorFrame frame, Binding<?> struct, CodecOperation operation, @Nullable Kind kind) {
        boolean hasFences = structs.of(struct, kind).hasFences(operation);
        call(frame, kind, hasFences, own -> structs.of(struct, own).call(frame.code(), operation));
    }

    /**
     * Emits the call of a method for one kind of segment, whose arguments are on the stack. If it has fences, that is
     * the like of it without them where no other thread can close the arena.
     */
    private static void call(
            AccessorFrame frame, @Nullable Kind kind, boolean hasFences, Consumer<@Nullable Kind> call) {
        // A method has fences only for a kind that is closable.
        if (!hasFences || kind == null) {
            call.accept(kind);
            return;
        }
        Code code = frame.code();
        Label unclosable = new Label();
        Label done = new Label();
        code.iload(frame.isClosable());
        code.jump(IFEQ, unclosable);
        call.accept(kind);
        code.jump(GOTO, done);
        code.label(unclosable);
        call.accept(kind.unclosable());
        code.label(done);
    }

    /** Loads the value that a setter was passed. */
    private static void loadValue(AccessorFrame frame) {
        frame.code().load(Type.getType(frame.accessor().type()), frame.value());
    }

    private static void loadAddress(AccessorFrame frame) {
        frame.code().aload(frame.segment());
        frame.start();
    }

    private void store(AccessorFrame frame, ValueLayout layout, Runnable value) {
        ViewAccessor accessor = frame.accessor();
        if (accessor.isIndexed()) {
            access.setElement(
                    frame.code(), accessor.offset(), layout, accessor.count(), frame.segment(), frame::index, value);
        } else {
            access.set(frame.code(), accessor.offset(), layout, frame.segment(), value);
        }
    }

    /**
     * An access of a mode other than plain, through a handle of the value's own layout: in JDK 22 the handles of paths
     * lack these modes (JDK-8331734).
     */
    private void atomic(AccessorFrame frame, ValueLayout layout) {
        Code code = frame.code();
        AccessMode mode = Objects.requireNonNull(frame.accessor().mode());
        VarHandle handle = ViewBinding.aligned(layout).varHandle();
        code.constant(VarHandle.class, handle);
        code.aload(frame.segment());
        frame.start();
        List<Class<?>> parameters = frame.accessor().method().parameters();
        int local = frame.value();
        for (int i = frame.accessor().isIndexed() ? 1 : 0; i < parameters.size(); i++) {
            Type type = Type.getType(parameters.get(i));
            code.load(type, local);
            local += type.getSize();
        }
        code.accessByHandle(handle, mode);
    }
}
