package dev.verbatim.cli.selftest;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.cli.selftest.Everything.Part;
import dev.verbatim.cli.selftest.EverythingView.PartView;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A variable-length record with a member of every kind that lies in a tail. */
@SuppressWarnings("ArrayRecordComponent") // it is one of the kinds
record Message(
        long id,
        String text,
        @Nullable String missing,
        boolean[] flags,
        byte[] bytes,
        short[] shorts,
        char[] chars,
        int[] ints,
        long[] longs,
        float[] floats,
        double[] doubles,
        List<Part> parts,
        List<Tag> tags) {

    /** A variable-length record within one. */
    record Tag(@Nullable String name) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("name"));
    }

    /** What of a {@link Message} is read where it lies. */
    interface MessageView extends StructView {
        long id();

        CharSequence text();

        @Nullable
        CharSequence missing();

        int intsCount();

        int ints(int index);

        int doublesCount();

        double doubles(int index);

        int partsCount();

        PartView parts(int index);
    }

    static final Message VALUE = new Message(
            0x0123456789abcdefL,
            "Zürich €",
            null,
            new boolean[] {true, false, true},
            new byte[] {-128, 0, 127},
            new short[] {Short.MIN_VALUE, 258},
            new char[] {'A', '\uffff'},
            new int[] {Integer.MIN_VALUE, 0x01020304},
            new long[] {},
            new float[] {-0.0f, 1.5f, Float.POSITIVE_INFINITY},
            new double[] {0.1, Double.MIN_VALUE},
            List.of(new Part((short) 1, 1.25), new Part((short) -2, -1e300)),
            List.of(new Tag("a"), new Tag(null), new Tag("")));

    static StructLayout layout(ByteOrder order) {
        return Layouts.varRecord(
                JAVA_LONG.withOrder(order).withName("id"),
                Layouts.varRef("text"),
                Layouts.varRef("missing"),
                Layouts.varRef("flags", JAVA_BOOLEAN),
                Layouts.varRef("bytes", JAVA_BYTE),
                Layouts.varRef("shorts", JAVA_SHORT.withOrder(order)),
                Layouts.varRef("chars", JAVA_CHAR.withOrder(order)),
                Layouts.varRef("ints", JAVA_INT.withOrder(order)),
                Layouts.varRef("longs", JAVA_LONG.withOrder(order)),
                Layouts.varRef("floats", JAVA_FLOAT.withOrder(order)),
                Layouts.varRef("doubles", JAVA_DOUBLE.withOrder(order)),
                Layouts.varRef("parts", Part.layout(order)),
                Layouts.varRef("tags", Tag.LAYOUT));
    }

    /** {@return this, with what a view shows in place of the members that it has} */
    Message with(MessageView view) {
        int[] viewedInts = new int[view.intsCount()];
        for (int i = 0; i < viewedInts.length; i++) {
            viewedInts[i] = view.ints(i);
        }
        double[] viewedDoubles = new double[view.doublesCount()];
        for (int i = 0; i < viewedDoubles.length; i++) {
            viewedDoubles[i] = view.doubles(i);
        }
        Part[] viewedParts = new Part[view.partsCount()];
        for (int i = 0; i < viewedParts.length; i++) {
            viewedParts[i] = view.parts(i).get();
        }
        CharSequence viewedMissing = view.missing();
        return new Message(
                view.id(),
                view.text().toString(),
                viewedMissing == null ? null : viewedMissing.toString(),
                flags,
                bytes,
                shorts,
                chars,
                viewedInts,
                longs,
                floats,
                viewedDoubles,
                List.of(viewedParts),
                tags);
    }
}
