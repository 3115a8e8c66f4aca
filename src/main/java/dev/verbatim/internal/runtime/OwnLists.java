package dev.verbatim.internal.runtime;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.StructView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * Makes the lists of one codec, or of one view. They have a class of their own: a hidden copy of a class of this
 * package, which has the codec as a constant. If one class served all codecs, C2 would know none of them as soon as a
 * program has lists of three, and would call what it inlines here. So where the class cannot be copied, because its
 * file is not to be had, one does serve them.
 *
 * @param <T> the type of the elements
 */
public final class OwnLists<T> {

    /** What the copied classes are: a list that makes others of its class. */
    interface Copied<T> {

        /**
         * {@return a list of the structs of a segment}
         *
         * @throws IllegalArgumentException if they do not fill it
         */
        StructList<T> over(MemorySegment segment);
    }

    private final Class<?> copied;
    private final Object constant;

    /** An empty list; null until the first list is made. Two threads may make it at once. */
    private volatile @Nullable Copied<T> prototype;

    private OwnLists(Class<?> copied, Object constant) {
        this.copied = copied;
        this.constant = constant;
    }

    /** {@return what makes lists of the values of a codec} */
    static <T> OwnLists<T> ofValues(StructCodec<T> codec) {
        return new OwnLists<>(OwnValueList.class, codec);
    }

    /** {@return what makes lists of views of the class of one} */
    public static <V extends StructView> OwnLists<V> ofViews(GeneratedView view) {
        return new OwnLists<>(OwnViewList.class, view);
    }

    /** {@return the codec or the view of a copy; null in the class that is copied} */
    static <C> @Nullable C constant(Lookup lookup, Class<C> type) {
        try {
            return MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, type);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the lookup is on the class itself", e);
        }
    }

    /**
     * {@return a list of the structs of a segment}
     *
     * @throws IllegalArgumentException if they do not fill it
     */
    public StructList<T> list(MemorySegment segment) {
        Copied<T> known = prototype;
        if (known == null) {
            known = make();
            prototype = known;
        }
        return known.over(segment);
    }

    private Copied<T> make() {
        try {
            return copy();
        } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
            System.getLogger(OwnLists.class.getName())
                    .log(System.Logger.Level.DEBUG, "no class of their own for the lists of " + constant, e);
            return uncopied();
        }
    }

    @SuppressWarnings("unchecked") // the constant is a codec of these elements, or a view
    private Copied<T> copy() throws IOException, ReflectiveOperationException {
        try (InputStream file = copied.getResourceAsStream(copied.getSimpleName() + ".class")) {
            if (file == null) {
                throw new FileNotFoundException("the class loader gives no class file of " + copied.getName());
            }
            Class<?> copy = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(file.readAllBytes(), constant, true)
                    .lookupClass();
            return (Copied<T>) copy.getDeclaredConstructor(MemorySegment.class).newInstance(MemorySegment.NULL);
        }
    }

    @SuppressWarnings("unchecked") // as above
    private Copied<T> uncopied() {
        return constant instanceof GeneratedView view
                ? (Copied<T>) new OwnViewList<>(MemorySegment.NULL, view)
                : new OwnValueList<>(MemorySegment.NULL, (StructCodec<T>) constant);
    }
}
