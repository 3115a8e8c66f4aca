package dev.verbatim.internal.runtime;

import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why the object of a final field cannot be filled. */
public final class DtoFinals {

    private DtoFinals() {}

    /**
     * {@return the exception for a final field that has no object of the right length}
     *
     * @param dto the object that is read into
     * @param field the field's name
     * @param found what it has
     * @param expected how many elements the layout has; of an object it is not looked at
     */
    public static RuntimeException notFilled(Object dto, String field, @Nullable Object found, int expected) {
        String attempt = "cannot read into " + dto.getClass().getName() + ": the final field `" + field + "` ";
        if (found == null) {
            return new IllegalArgumentException(
                    attempt + "is null; have the constructor make its object, or remove `final`");
        }
        int length = found instanceof List<?> list ? list.size() : Array.getLength(found);
        return new IllegalArgumentException(attempt + "has " + length
                + " elements, expected " + expected
                + " as in the layout; have the constructor make as many, or remove `final`");
    }
}
