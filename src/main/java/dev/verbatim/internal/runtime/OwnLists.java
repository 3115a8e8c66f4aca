package dev.verbatim.internal.runtime;

import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.StructView;
import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Makes the lists of one codec, or of one view. They have a class of their own: a hidden copy of a class of this
 * package, which has the codec as a constant. If one class served all codecs, C2 would know none of them as soon as a
 * program has lists of three, and would call what it inlines here.
 *
 * @param <T> the type of the elements
 */
public final class OwnLists<T> {

    private static final MethodType CONSTRUCTOR = MethodType.methodType(SegmentList.class, MemorySegment.class);

    private final Class<?> copied;
    private final Object constant;

    /** Makes a list; null until the first one. Two threads may make it at once. */
    private volatile @Nullable MethodHandle constructor;

    private OwnLists(Class<?> copied, Object constant) {
        this.copied = copied;
        this.constant = constant;
    }

    /** {@return what makes lists of the values of a codec} */
    static <T> OwnLists<T> ofValues(StructCodec<T> codec) {
        return new OwnLists<>(OwnValueList.class, codec);
    }

    /** {@return what makes lists of views of the class of one} */
    public static <V extends StructView> OwnLists<V> ofViews(GeneratedView prototype) {
        return new OwnLists<>(OwnViewList.class, prototype);
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
    @SuppressWarnings("unchecked") // the constant is a codec of these elements, or a view
    public StructList<T> list(MemorySegment segment) {
        MethodHandle known = constructor;
        if (known == null) {
            known = copy();
            constructor = known;
        }
        try {
            return (SegmentList<T>) (SegmentList<?>) known.invokeExact(segment);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the constructor declares none", e);
        }
    }

    private MethodHandle copy() {
        try (InputStream file = copied.getResourceAsStream(copied.getSimpleName() + ".class")) {
            if (file == null) {
                throw new IllegalStateException("cannot define the list of " + constant
                        + ": expected that its class loader gives class files as resources, found none of "
                        + copied.getName());
            }
            byte[] bytes = file.readAllBytes();
            Lookup copy = MethodHandles.lookup().defineHiddenClassWithClassData(bytes, constant, true);
            return copy.findConstructor(copy.lookupClass(), CONSTRUCTOR.changeReturnType(void.class))
                    .asType(CONSTRUCTOR);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("cannot define the list of " + constant, e);
        }
    }
}
