package dev.verbatim.internal.emissary;

import dev.verbatim.internal.model.InterfaceMethod;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.util.List;

/**
 * The header of an emissary matched to the interface that it returns, method by method. Made by {@link EmissaryBinder},
 * which has refused everything that cannot be forwarded.
 *
 * @param header the header
 * @param maker its method
 * @param type the emissary's interface
 * @param delegates the delegates, in the order of the method's parameters
 * @param forwards what is forwarded to them
 * @param host the lookup in whose class's nest the generated classes are defined
 * @param <H> the header
 */
public record EmissaryBinding<H>(
        Class<H> header,
        InterfaceMethod maker,
        Class<?> type,
        List<Delegate> delegates,
        List<Forward> forwards,
        Lookup host) {

    /** In the place of a delegate's number: all views among the delegates, as one. */
    static final int VIEWS = -1;

    /**
     * A delegate.
     *
     * @param name the name of the header's parameter, where it is known, else its position
     * @param type its interface
     */
    public record Delegate(String name, Class<?> type) {

        @Override
        public String toString() {
            return name + " (" + type.getName() + ")";
        }
    }

    /**
     * A method that is forwarded.
     *
     * @param method the method of the emissary's interface
     * @param delegate the number of the delegate, or {@link #VIEWS}
     * @param target the method of the delegate
     */
    public record Forward(Method method, int delegate, Method target) {}

    /** {@return whether views are composed} */
    boolean composesViews() {
        return forwards.stream().anyMatch(forward -> forward.delegate() == VIEWS);
    }
}
