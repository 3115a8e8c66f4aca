package dev.verbatim.internal.emissary;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.StructView;
import dev.verbatim.internal.codegen.Code;
import dev.verbatim.internal.codegen.HiddenClass;
import dev.verbatim.internal.emissary.EmissaryBinding.Delegate;
import dev.verbatim.internal.emissary.EmissaryBinding.Forward;
import dev.verbatim.internal.model.InterfaceMethod;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Writes two hidden classes: the emissary's, and one that implements its header and makes the emissary:
 *
 * <pre>{@code
 * final class Bazz$$Emissary implements Bazz {
 *     private final Foo delegate0;
 *     private final Bar delegate1;
 *
 *     private Bazz$$Emissary(Foo delegate0, Bar delegate1) { ... }
 *
 *     public long count(Object key) { return delegate0.count(key); }
 *     public String toString() { return "Bazz@".concat(Integer.toHexString(System.identityHashCode(this))); }
 * }
 *
 * final class Header$$Maker implements Bazz.Header {
 *     public Bazz of(Foo foo, Bar bar) {
 *         Objects.requireNonNull(foo, "cannot make Bazz: foo (Foo) is null");
 *         Objects.requireNonNull(bar, "cannot make Bazz: bar (Bar) is null");
 *         return (Bazz) MAKE.invokeExact(foo, bar);     // the constructor; no class can name a hidden one
 *     }
 * }
 * }</pre>
 *
 * <p>C2 trusts final fields of hidden classes as it does those of records: through an emissary in a {@code static
 * final} field it sees the delegate.
 */
public final class EmissaryGenerator {

    private static final String VIEWS_FIELD = "views";

    private final EmissaryBinding<?> binding;
    private final String what;

    private EmissaryGenerator(EmissaryBinding<?> binding) {
        this.binding = binding;
        this.what = "emissary " + binding.type().getName();
    }

    /**
     * Generates the emissaries of a header.
     *
     * @param binding the binding
     * @param <H> the header
     * @return the object that makes them
     */
    public static <H> H generate(EmissaryBinding<H> binding) {
        EmissaryGenerator generator = new EmissaryGenerator(binding);
        return binding.header().cast(generator.header(generator.maker(generator.emissary())));
    }

    /** The type to which a value has to be cast where another type is expected; null if no cast is needed. */
    static @Nullable Class<?> castTo(Class<?> expected, Class<?> actual) {
        return expected.isAssignableFrom(actual) ? null : expected;
    }

    /** The class of the emissaries. */
    private Lookup emissary() {
        HiddenClass target = new HiddenClass(
                binding.host(), binding.type().getSimpleName() + "$$Emissary", Object.class, binding.type());
        constructor(target);
        binding.forwards().forEach(forward -> forward(target, forward));
        if (!isForwarded("toString", "()Ljava/lang/String;")) {
            text(target);
        }
        if (Serializable.class.isAssignableFrom(binding.type())
                && !isForwarded("writeReplace", "()L" + Code.OBJECT + ";")) {
            refusalToBeWritten(target);
        }
        Lookup emissary = target.defineClass(what);
        GeneratedEmissaries.add(emissary.lookupClass(), binding, getters(emissary));
        return emissary;
    }

    private boolean isForwarded(String name, String descriptor) {
        return binding.forwards().stream()
                .map(Forward::method)
                .anyMatch(method -> method.getName().equals(name)
                        && Type.getMethodDescriptor(method).equals(descriptor));
    }

    private static String field(int delegate) {
        return delegate == EmissaryBinding.VIEWS ? VIEWS_FIELD : "delegate" + delegate;
    }

    private Class<?> fieldType(int delegate) {
        return delegate == EmissaryBinding.VIEWS
                ? StructView.class
                : binding.delegates().get(delegate).type();
    }

    private MethodType constructorType() {
        return MethodType.methodType(
                void.class,
                binding.delegates().stream().<Class<?>>map(Delegate::type).toList());
    }

    private void constructor(HiddenClass target) {
        Code code = target.method(ACC_PRIVATE, "<init>", constructorType().descriptorString());
        code.aload(0);
        code.construct(Object.class);
        for (int i = 0; i < binding.delegates().size(); i++) {
            int local = i + 1;
            putField(target, code, i, () -> code.aload(local));
        }
        if (binding.composesViews()) {
            putField(target, code, EmissaryBinding.VIEWS, () -> composedViews(code));
        }
        code.returnAndEnd();
    }

    private void putField(HiddenClass target, Code code, int delegate, Runnable value) {
        String descriptor = fieldType(delegate).descriptorString();
        target.field(ACC_PRIVATE | ACC_FINAL, field(delegate), descriptor);
        code.aload(0);
        value.run();
        code.ownField(PUTFIELD, field(delegate), descriptor);
    }

    /** Makes one view of all views among the delegates, and leaves it on the stack. */
    private void composedViews(Code code) {
        int[] views = IntStream.range(0, binding.delegates().size())
                .filter(i -> StructView.class.isAssignableFrom(fieldType(i)))
                .toArray();
        code.constant(MethodHandle.class, ComposedViews.MAKER);
        code.push(views.length);
        code.newArray(StructView.class);
        for (int i = 0; i < views.length; i++) {
            code.insn(DUP);
            code.push(i);
            code.aload(views[i] + 1);
            code.insn(AASTORE);
        }
        code.invokeExact(ComposedViews.MAKER);
    }

    private void forward(HiddenClass target, Forward forward) {
        Method method = forward.method();
        Method callee = forward.target();
        Class<?> delegateType = fieldType(forward.delegate());
        Code code = target.method(ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method));
        if (method.getName().equals("equals")
                && method.getParameterCount() == 1
                && method.getParameterTypes()[0] == Object.class) {
            returnTrueIfSame(code);
        }
        code.aload(0);
        code.ownField(GETFIELD, field(forward.delegate()), delegateType.descriptorString());
        int local = 1;
        for (int i = 0; i < method.getParameterCount(); i++) {
            Class<?> parameter = method.getParameterTypes()[i];
            code.load(Type.getType(parameter), local);
            local += Type.getType(parameter).getSize();
            castIfNeeded(code, callee.getParameterTypes()[i], parameter);
        }
        code.invokeInterface(delegateType, callee.getName(), callee.getReturnType(), callee.getParameterTypes());
        castIfNeeded(code, method.getReturnType(), callee.getReturnType());
        code.returnAndEnd();
    }

    private static void castIfNeeded(Code code, Class<?> expected, Class<?> actual) {
        Class<?> cast = castTo(expected, actual);
        if (cast != null) {
            code.cast(cast);
        }
    }

    /** An emissary equals itself, even if its delegate equals only objects of its own class. */
    private static void returnTrueIfSame(Code code) {
        Label other = new Label();
        code.aload(0);
        code.aload(1);
        code.jump(IF_ACMPNE, other);
        code.insn(ICONST_1);
        code.insn(IRETURN);
        code.label(other);
    }

    private void text(HiddenClass target) {
        Code code = target.method(ACC_PUBLIC, "toString", "()Ljava/lang/String;");
        code.push(binding.type().getName() + "@");
        code.aload(0);
        code.invokeStatic(System.class, "identityHashCode", int.class, Object.class);
        code.invokeStatic(Integer.class, "toHexString", String.class, int.class);
        code.invokeVirtual(String.class, "concat", String.class, String.class);
        code.returnAndEnd();
    }

    /** Refuses in {@code writeReplace}, which serialization calls first, of externalisable objects too. */
    private void refusalToBeWritten(HiddenClass target) {
        Code code = target.method(ACC_PRIVATE, "writeReplace", "()L" + Code.OBJECT + ";");
        code.newObject(NotSerializableException.class);
        code.push(binding.type().getName() + ": an emissary does not give its delegates away");
        code.construct(NotSerializableException.class, String.class);
        code.insn(ATHROW);
        code.end();
    }

    /** For each delegate a handle {@code (Object)Object}. */
    private List<MethodHandle> getters(Lookup emissary) {
        List<MethodHandle> getters = new ArrayList<>();
        try {
            for (int i = 0; i < binding.delegates().size(); i++) {
                getters.add(emissary.findGetter(emissary.lookupClass(), field(i), fieldType(i))
                        .asType(MethodType.methodType(Object.class, Object.class)));
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(what, e);
        }
        return getters;
    }

    /** A handle that takes the delegates and returns the emissary. */
    private MethodHandle maker(Lookup emissary) {
        try {
            MethodHandle constructor = emissary.findConstructor(emissary.lookupClass(), constructorType());
            return constructor.asType(constructor.type().changeReturnType(binding.type()));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(what, e);
        }
    }

    /** The object that implements the header. */
    private Object header(MethodHandle maker) {
        HiddenClass target = new HiddenClass(
                binding.host(), binding.header().getSimpleName() + "$$Maker", Object.class, binding.header());
        Code constructor = target.method(ACC_PRIVATE, "<init>", "()V");
        constructor.aload(0);
        constructor.construct(Object.class);
        constructor.returnAndEnd();
        InterfaceMethod method = binding.maker();
        for (String descriptor : Stream.concat(Stream.of(method.descriptor()), method.descriptors().stream())
                .distinct()
                .toList()) {
            make(target.method(ACC_PUBLIC, method.name(), descriptor), Type.getArgumentTypes(descriptor), maker);
        }
        return target.define(what);
    }

    private void make(Code code, Type[] parameters, MethodHandle maker) {
        List<Delegate> delegates = binding.delegates();
        for (int i = 0; i < delegates.size(); i++) {
            code.aload(i + 1);
            code.push("cannot make " + binding.type().getName() + ": " + delegates.get(i) + " is null");
            code.invokeStatic(Objects.class, "requireNonNull", Object.class, Object.class, String.class);
            code.insn(POP);
        }
        code.constant(MethodHandle.class, maker);
        for (int i = 0; i < delegates.size(); i++) {
            code.aload(i + 1);
            if (!parameters[i].equals(Type.getType(delegates.get(i).type()))) {
                code.cast(delegates.get(i).type());
            }
        }
        code.invokeExact(maker);
        code.returnAndEnd();
    }
}
