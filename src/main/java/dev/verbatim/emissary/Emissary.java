package dev.verbatim.emissary;

import dev.verbatim.StructView;
import dev.verbatim.internal.emissary.EmissaryBinder;
import dev.verbatim.internal.emissary.EmissaryGenerator;
import dev.verbatim.internal.emissary.GeneratedEmissaries;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * Makes emissaries: objects that implement an interface by forwarding to delegates, which they hide.
 *
 * <p>An emissary is declared in one line, as a record is. The <i>header</i> is a functional interface. Its method
 * returns the interface that the emissary implements, and its parameters are the delegates.
 *
 * {@snippet file="emissary/EmissaryTutorialTest.java" region="declare"}
 *
 * {@snippet file="emissary/EmissaryTutorialTest.java" region="use"}
 *
 * <h2>What is forwarded</h2>
 *
 * Each method of the emissary's interface, inherited ones included, is forwarded to the delegate whose type has a
 * method of that name and those parameters. Forwarded are
 *
 * <ul>
 *   <li>abstract methods, by whichever interface they are declared. The delegate's type need not be a super-interface.
 *       Its method has to take what the emissary's method takes, its result has to fit, and it may throw only checked
 *       exceptions that the emissary's method throws. Types that fit are types with which the call compiles in a class
 *       written by hand, wildcards and type variables included: a {@code Comparator<? super String>} can be the
 *       delegate of a {@code Comparator<String>}, but a {@code Comparator<? extends String>} cannot. Only type
 *       arguments within the type of a parameter or a result are not compared. Some calls that compile are refused:
 *       <ul>
 *         <li>Primitive types and {@code void} have to be the same: an {@code int} does not become a {@code long} or an
 *             {@code Object}, and no result is discarded.
 *         <li>Nothing is inferred for a result or an exception whose type is a type variable of the delegate's method:
 *             {@code <T> T get()} can serve {@code Object get()}, but not {@code String get()}.
 *         <li>If both methods have equally many type variables, the first stands for the first, and so on.
 *         <li>A parameter of another type makes it another method, even if that type is a super-type, unless type
 *             arguments or bounds make the difference.
 *       </ul>
 *   <li>default methods that the emissary's interface has from a delegate's type or from a super-interface of one,
 *       because the delegate may override them.
 * </ul>
 *
 * All other default methods are left as they are, those that the emissary's interface declares itself among them, and
 * so are static and private methods. A default method that is left overrides: the method that it implements is not
 * forwarded.
 *
 * <p>A method that several delegates have is ambiguous, even if they inherit it from the same interface. It is refused
 * unless the emissary's interface overrides it with a default method. That method reaches a delegate with {@link
 * #delegate delegate}:
 *
 * {@snippet file="emissary/EmissaryTutorialTest.java" region="override"}
 *
 * <h2>What is hidden</h2>
 *
 * There is no accessor for a delegate. A cast to a delegate's class fails, and so does a cast to an interface that the
 * delegate has and the emissary has not. The fields of an emissary are final, and reflection from another module does
 * not reach them unless their package is opened to it. Within the emissary's own module, and on the class path, where
 * everything is one module, deep reflection reaches them, as with any class.
 *
 * <p>{@code equals} and {@code hashCode} are those of objects, and {@code toString} names the emissary's interface. If
 * the interface itself declares one of these, as {@link java.util.List}, {@link java.util.Map} and {@link CharSequence}
 * do, it is forwarded like any other method: to the delegate whose type declares it or, if no type does, to the only
 * delegate. An emissary equals itself without asking.
 *
 * <p>Forwarding is not inheritance: when a delegate calls its own methods, the emissary does not take part. A delegate
 * that returns {@code this}, or passes it on, gives itself away.
 *
 * <p>An emissary cannot be serialised: where its interface is {@link java.io.Serializable}, that is a {@link
 * java.io.NotSerializableException}. Only an interface that itself declares an abstract {@code Object writeReplace()}
 * has that method forwarded; its result is written then.
 *
 * <h2>Views</h2>
 *
 * Methods that two or more delegates have from {@link StructView} are not ambiguous: the emissary composes them, and is
 * a view of adjacent structs. Its layout is the {@link dev.verbatim.Layouts#struct struct} of the delegates' layouts in
 * the order of the header. So the second struct starts where the first one ends, at the next multiple of its own
 * alignment, and padding at the end makes the size a multiple of the largest alignment.
 *
 * {@snippet file="emissary/EmissaryTutorialTest.java" region="views"}
 *
 * <ul>
 *   <li>{@link StructView#wrap wrap} points all of the views to their structs. If it throws, the views that had been
 *       wrapped before are left where they were.
 *   <li>{@link StructView#segment segment} and {@link StructView#offset offset} say where the first struct is, {@link
 *       StructView#layout layout} is that of the whole.
 *   <li>{@link StructView#copyFrom(MemorySegment, long) copyFrom} copies the whole, padding included.
 * </ul>
 *
 * Views that were made elsewhere may be passed, and need only be wrapped before they are used. But no view may be
 * passed twice, as it cannot point to two structs. While the views do not lie side by side, {@code segment}, {@code
 * offset} and {@code copyFrom} throw an {@link IllegalStateException}. A view of variable-length records can only be
 * the last, since the next struct would lie in its tail.
 *
 * <h2>Threads</h2>
 *
 * An emissary is immutable, and as safe for use by several threads as its delegates are.
 */
public final class Emissary {

    private Emissary() {}

    /**
     * Binds a header: generates the class of its emissaries. Keep the result in a {@code static final} field.
     *
     * <p>The header, the interface that its method returns and the interfaces of its parameters may be of any access
     * that the lookup reaches, and generic. The class is defined in the nest of the header, or in the nest of the
     * lookup's class if the header is of another module.
     *
     * <p>The method of the returned header makes an emissary. It throws a {@link NullPointerException} for a delegate
     * that is {@code null}. The message has the parameter's type, and its name if the header was compiled with the
     * compiler's option {@code -parameters}, else its position.
     *
     * @param lookup a lookup with full privilege access, in the header's module if the header is not public in an
     *     exported package; in practice {@code MethodHandles.lookup()}
     * @param header an interface with one abstract method, which returns an interface and takes interfaces
     * @param <H> the header
     * @return an implementation of the header
     * @throws IllegalArgumentException if there can be no such class: a type is no interface, is not accessible, or is
     *     sealed where it has to be implemented; a method is ambiguous, or no delegate has it, or one has it with other
     *     types; there are more than 253 delegates. The message lists every reason
     */
    public static <H> H bind(Lookup lookup, Class<H> header) {
        return EmissaryGenerator.generate(EmissaryBinder.bind(lookup, header));
    }

    /**
     * Gives an emissary's interface one of its delegates. Only the interface that the header names may ask, in code of
     * its own, with {@code delegate(MethodHandles.lookup(), this, Foo.class)}: the lookup must have {@link
     * Lookup#ORIGINAL} access, which {@code MethodHandles.lookup()} alone gives.
     *
     * @param lookup {@code MethodHandles.lookup()}, called in the emissary's interface
     * @param emissary the emissary
     * @param type the type of the header's parameter
     * @param <D> the type of the delegate
     * @return the delegate
     * @throws IllegalArgumentException if the object is no emissary, or if not exactly one parameter of its header has
     *     this type
     * @throws IllegalCallerException if the lookup is not the original one of the emissary's interface
     */
    public static <D> D delegate(Lookup lookup, Object emissary, Class<D> type) {
        return GeneratedEmissaries.delegate(lookup, emissary, type);
    }
}
