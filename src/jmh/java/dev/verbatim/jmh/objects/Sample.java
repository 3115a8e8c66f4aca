package dev.verbatim.jmh.objects;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.VarCodec;
import java.io.Serial;
import java.io.Serializable;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.Objects;

/**
 * An object of varying length: a number, an array, a text, and a text that is null.
 *
 * <p>It is a mutable class with public fields, since rivals are fastest with such a class.
 */
public class Sample implements Serializable {

    @Serial
    private static final long serialVersionUID = 1;

    static final StructLayout LAYOUT = Layouts.varRecord(
            JAVA_LONG.withName("id"),
            Layouts.varRef("values", JAVA_LONG),
            Layouts.varRef("text"),
            Layouts.varRef("note"));

    static final ReusableVarCodec<Sample> CODEC = VarCodec.ofClass(lookup(), Sample.class, LAYOUT);

    public long id;
    public long[] values;
    public String text;
    public String note;

    /** The array to read so many values into: the present one, if it has this length. */
    long[] values(int length) {
        return values != null && values.length == length ? values : new long[length];
    }

    boolean hasContentsOf(Sample other) {
        return id == other.id
                && Arrays.equals(values, other.values)
                && Objects.equals(text, other.text)
                && Objects.equals(note, other.note);
    }
}
