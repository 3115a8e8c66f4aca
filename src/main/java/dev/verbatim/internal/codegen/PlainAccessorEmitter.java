package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.bind.DtoAccess;
import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.Plain;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import dev.verbatim.internal.runtime.Text;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the bodies of accessors to a {@link Plain} value, one that lies in the struct itself, in any access mode. Of
 * all accessors it checks what they are passed.
 */
final class PlainAccessorEmitter {

    private final SegmentAccess access;
    private final StructEmitters structs;
    private final CheckEmitter checks;

    PlainAccessorEmitter(HiddenClass target, SegmentAccess access) {
        this.access = access;
        this.structs = new StructEmitters(target);
        this.checks = new CheckEmitter(target);
    }

    /** Finds values that cannot be stored before anything is written. */
    void check(AccessorFrame frame) {
        if (frame.accessor().action() == Action.SET
                && frame.accessor().target() instanceof Plain(Value.Fixed value, var _)
                && !takesChars(frame.accessor())) {
            checks.check(frame.code(), value, () -> frame.loadValue());
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

    /** Accesses a value in a segment of one kind, and leaves the result, if there is one, on the stack. */
    void emit(AccessorFrame frame, Value.Fixed value, @Nullable Kind kind) {
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
                store(frame, converted.layout(), () -> ConversionCode.store(code, converted, () -> frame.loadValue()));
            case Value.ConvertedBytes converted -> {
                access.check(code, frame.segment());
                ConversionCode.write(code, converted, () -> {
                    frame.loadValue();
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
