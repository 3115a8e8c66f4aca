package dev.verbatim.internal.emissary;

import dev.verbatim.StructView;
import dev.verbatim.internal.emissary.EmissaryBinding.Delegate;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of emissaries, by their classes. It is kept with each class, and goes when the class is unloaded. Code
 * outside this package cannot reach it. A method of the emissary could not keep the delegates back: anyone could call
 * it.
 */
public final class GeneratedEmissaries {

    private static final ClassValue<Entry> ENTRIES = new ClassValue<>() {
        @Override
        protected Entry computeValue(Class<?> type) {
            return new Entry();
        }
    };

    private GeneratedEmissaries() {}

    private static final class Entry {

        /** Null for a class that is not an emissary's. */
        private volatile @Nullable Known known;
    }

    /**
     * What is known.
     *
     * @param type the emissary's interface
     * @param delegates its delegates
     * @param getters their handles, {@code (Object)Object}
     */
    private record Known(Class<?> type, List<Delegate> delegates, List<MethodHandle> getters) {}

    static void add(Class<?> emissary, EmissaryBinding<?> binding, List<MethodHandle> getters) {
        ENTRIES.get(emissary).known = new Known(binding.type(), binding.delegates(), List.copyOf(getters));
    }

    /**
     * {@return a delegate}
     *
     * @param lookup the original one of the emissary's interface
     * @param emissary the emissary
     * @param type the type of the header's parameter
     * @param <D> the type of the delegate
     * @throws IllegalArgumentException if the object is no emissary, or if no parameter or more than one has this type
     * @throws IllegalCallerException if the lookup is not the original one of the interface
     */
    public static <D> D delegate(Lookup lookup, Object emissary, Class<D> type) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(emissary, "emissary");
        Objects.requireNonNull(type, "type");
        Known known = ENTRIES.get(emissary.getClass()).known;
        if (known == null) {
            throw new IllegalArgumentException(
                    "cannot get a delegate of a " + emissary.getClass().getName() + ": it is not an emissary");
        }
        if (lookup.lookupClass() != known.type || (lookup.lookupModes() & Lookup.ORIGINAL) == 0) {
            throw new IllegalCallerException(
                    "cannot get a delegate of the emissary " + known.type.getName() + " with the lookup " + lookup
                            + ": expected MethodHandles.lookup(), called in the interface itself");
        }
        return type.cast(get(emissary, known.getters.get(number(known, type))));
    }

    private static int number(Known known, Class<?> type) {
        int number = -1;
        for (int i = 0; i < known.delegates.size(); i++) {
            if (known.delegates.get(i).type() == type) {
                if (number >= 0) {
                    throw noSuchDelegate(known, type);
                }
                number = i;
            }
        }
        if (number < 0) {
            throw noSuchDelegate(known, type);
        }
        return number;
    }

    private static IllegalArgumentException noSuchDelegate(Known known, Class<?> type) {
        return new IllegalArgumentException(
                "cannot get the delegate of the emissary " + known.type.getName() + " of type " + type.getName()
                        + ": expected the type of one delegate, found delegates=" + known.delegates);
    }

    /** The view itself; of an emissary the views among its delegates, and the views of these. */
    static Stream<StructView> views(StructView view) {
        Known known = ENTRIES.get(view.getClass()).known;
        return known == null
                ? Stream.of(view)
                : known.getters.stream()
                        .map(getter -> get(view, getter))
                        .filter(StructView.class::isInstance)
                        .flatMap(delegate -> views((StructView) delegate));
    }

    private static Object get(Object emissary, MethodHandle getter) {
        try {
            return (Object) getter.invokeExact(emissary);
        } catch (Throwable e) {
            throw new AssertionError(e); // of a field of an object that is not null
        }
    }
}
