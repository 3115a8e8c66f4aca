package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.InTail;
import dev.verbatim.internal.model.ViewBinding.Nested;
import dev.verbatim.internal.model.ViewBinding.Plain;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import dev.verbatim.internal.runtime.GeneratedView;
import dev.verbatim.internal.runtime.ViewShape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    private final PlainAccessorEmitter plain;
    private final ReusedObjects reused;
    private final TailAccessorEmitter tails;

    private ViewGenerator(ViewBinding<?> binding) {
        this.binding = binding;
        this.target = new HiddenClass(
                binding.host(), HiddenClass.nameOf(binding.type()) + "$$View", GeneratedView.class, binding.type());
        this.access = new SegmentAccess(binding.layout().byteSize(), 1);
        this.plain = new PlainAccessorEmitter(target, access);
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
            frame.loadValue();
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
        plain.check(frame);
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
                    plain.emit(frame, value, kind);
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
        plain.check(frame);
        Value.Fixed value = ((Plain) accessor.target()).value();
        SegmentKinds.branch(code, frame.segment(), kind -> {
            plain.emit(frame, value, kind);
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
}
