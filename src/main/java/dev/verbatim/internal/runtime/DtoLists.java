package dev.verbatim.internal.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists of DTOs: generated code uses a list again where it can. */
public final class DtoLists {

    private DtoLists() {}

    /**
     * {@return an unmodifiable list, which may have nulls}
     *
     * @param elements the elements; nobody else has the array
     */
    public static List<Object> of(Object[] elements) {
        return Collections.unmodifiableList(Arrays.asList(elements));
    }

    /**
     * {@return a list to fill: the given one, or a new one of nulls where it is null or has another size}
     *
     * @param list the list that the DTO has
     * @param size the size of the sequence
     */
    public static List<Object> ofSize(@Nullable List<Object> list, int size) {
        return list != null && list.size() == size ? list : Arrays.asList(new Object[size]);
    }

    /**
     * {@return a list to fill with a number of elements that changes: the given one, cut to the size, if it is an
     * {@link ArrayList}; else a new one}
     *
     * @param list the list that the DTO has
     * @param size the size of the list in the tail
     */
    public static List<@Nullable Object> upToSize(@Nullable List<@Nullable Object> list, int size) {
        if (!(list instanceof ArrayList<@Nullable Object> reused)) {
            return new ArrayList<>(size);
        }
        if (reused.size() > size) {
            reused.subList(size, reused.size()).clear();
        }
        return reused;
    }

    /**
     * {@return an element of a list; {@code null} where the list is shorter}
     *
     * @param list the list
     * @param index the index
     */
    public static @Nullable Object getOrNull(List<@Nullable Object> list, int index) {
        return index < list.size() ? list.get(index) : null;
    }

    /**
     * Sets an element of a list, or adds it at the end.
     *
     * @param list the list
     * @param index the index, at most the list's size
     * @param element the element
     */
    public static void setOrAdd(List<@Nullable Object> list, int index, Object element) {
        if (index < list.size()) {
            list.set(index, element);
        } else {
            list.add(element);
        }
    }
}
