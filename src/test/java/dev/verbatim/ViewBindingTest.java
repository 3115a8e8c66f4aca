package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodHandles.publicLookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.classfile.GeneratedDtos;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Which interfaces do not match a layout, and the lines that say why. */
@SuppressWarnings("unused") // the methods are there to be bound
class ViewBindingTest {

    private static final ValueLayout INT_LE = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout INT_BE = JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
    private static final ValueLayout LONG_LE = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final StructLayout PAIR = structLayout(LONG_LE.withName("id"), INT_LE.withName("code"));

    private static final String NO_SHAPE =
            "; a getter has no parameter, a setter has one and is void or returns the view, and accessors of a"
                    + " sequence's elements take an int or long index first";
    private static final String OR_UNSIGNED =
            "; or declare a conversion, as `Conversions.of(NumberConversions.unsignedInt())`";
    private static final String OR_SCALED =
            "; or declare a conversion, as `Conversions.of(NumberConversions.scaled(digits))`";
    private static final String OR_FLAG =
            "; or declare a conversion, as `Conversions.of(Conversion.ofInt(boolean.class, to, from))`";
    private static final String NOT_CONVERTED = "; make the two types the same, nothing is converted";

    private static String noMember(String members) {
        return "the layout has no member that this could be an accessor of; name it as a member (" + members + "), with"
                + " a prefix before it, such as `get` or `setRelease`, if it needs one, declare the member's name in"
                + " Java by Conversions.withName, or make it a default method";
    }

    private static void assertMismatches(Class<? extends StructView> view, StructLayout layout, String... expected) {
        assertEquals(List.of(expected), mismatch(lookup(), view, layout).mismatches());
    }

    private static LayoutMismatchException mismatch(
            Lookup lookup, Class<? extends StructView> view, StructLayout layout) {
        return assertThrowsExactly(LayoutMismatchException.class, () -> ViewFactory.of(lookup, view, layout));
    }

    @Test
    void theMessageNamesTheViewAndTheLayoutAndListsEveryMismatchInOneOrder() {
        interface ManyView extends StructView {
            int id();

            void id(int id);

            long code();

            String missing();

            boolean isCode();

            void wrap(long code);
        }
        List<String> expected = List.of(
                "`String missing()`: " + noMember("`id`, `code`"),
                "`boolean isCode()`: the layout has int (byteSize=4, offset=8)" + NOT_CONVERTED + OR_FLAG,
                "`int id()`: the layout has long (byteSize=8, offset=0)" + NOT_CONVERTED,
                "`long code()`: the layout has int (byteSize=4, offset=8)" + NOT_CONVERTED + OR_UNSIGNED,
                "`void id(int)`: the layout has long (byteSize=8, offset=0)" + NOT_CONVERTED,
                "`void wrap(long)`: " + noMember("`id`, `code`"));

        LayoutMismatchException named = mismatch(lookup(), ManyView.class, PAIR.withName("pair"));
        assertEquals(expected, named.mismatches());
        assertEquals(
                "cannot bind " + ManyView.class.getName() + " to the layout pair: 6 mismatches\n  - "
                        + String.join("\n  - ", expected),
                named.getMessage());

        interface OneView extends StructView {
            int id();
        }
        assertEquals(
                "cannot bind " + OneView.class.getName() + " to the layout of 12 bytes: 1 mismatch\n  - "
                        + expected.get(2),
                mismatch(lookup(), OneView.class, PAIR).getMessage());
    }

    enum Side {
        BUY,
        SELL
    }

    @Test
    void aTypeThatTheMemberDoesNotHave() {
        interface TypesView extends StructView {
            String id();

            Side price();

            long[] code();

            List<Integer> ids();

            int[] getIds();

            String getCode();

            char ids(int index);

            Object price(Object price);

            String text(int index);

            void text(Number number);
        }
        StructLayout layout = structLayout(
                LONG_LE.withName("id"),
                INT_BE.withName("code"),
                JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("other"),
                ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("price"),
                sequenceLayout(3, LONG_LE).withName("ids"),
                sequenceLayout(4, JAVA_BYTE).withName("text"));
        assertMismatches(
                TypesView.class,
                layout,
                "`List ids()`: the layout has sequence of 3 (byteSize=24, offset=28); nothing is boxed; declare"
                        + " `int[]`",
                "`Object price(Object)`: the layout has double (byteSize=8, offset=20); `Object` cannot be bound; the"
                        + " documentation of StructCodec lists what can",
                "`Side price()`: the layout has double (byteSize=8, offset=20); an enum is stored as its ordinal; make"
                        + " the member a JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT or JAVA_LONG",
                "`String getCode()`: the layout has int (big-endian) (byteSize=4, offset=8); a String needs a sequence"
                        + " of JAVA_BYTE, which holds its UTF-8",
                "`String id()`: the layout has long (byteSize=8, offset=0); a String needs a sequence of JAVA_BYTE,"
                    + " which holds its UTF-8; or declare a conversion, as `Conversions.of(TextConversions.ascii8())`",
                "`String text(int)`: the layout has sequence of 4 (byteSize=4, offset=52); a String needs a sequence"
                        + " of JAVA_BYTE, which holds its UTF-8",
                "`char ids(int)`: the layout has sequence of 3 (byteSize=24, offset=28)" + NOT_CONVERTED,
                "`int[] getIds()`: the layout has sequence of 3 (byteSize=24, offset=28); int[] needs a sequence of"
                        + " JAVA_INT, this is one of long",
                "`long[] code()`: the layout has int (big-endian) (byteSize=4, offset=8); long[] needs a sequence of"
                        + " JAVA_LONG",
                "`void text(Number)`: the layout has sequence of 4 (byteSize=4, offset=52); `Number` cannot be bound;"
                        + " the documentation of StructCodec lists what can");
    }

    @Test
    void textOfWhatIsNoSequenceOfBytes() {
        interface TextView extends StructView {
            void ids(StringBuilder target);

            boolean isIds(CharSequence other);

            void setIds(CharSequence ids);

            void id(CharSequence id);

            StringBuilder id(StringBuilder target);
        }
        String ids =
                "the layout has sequence of 3 (byteSize=24, offset=8); a String needs a sequence of JAVA_BYTE, which"
                        + " holds its UTF-8, this is one of long";
        assertMismatches(
                TextView.class,
                structLayout(LONG_LE.withName("id"), sequenceLayout(3, LONG_LE).withName("ids")),
                "`StringBuilder id(StringBuilder)`: its parameters and result are those of no accessor of `id`, long"
                        + " (byteSize=8, offset=0)" + NO_SHAPE,
                "`boolean isIds(CharSequence)`: " + ids,
                "`void id(CharSequence)`: the layout has long (byteSize=8, offset=0); `CharSequence` cannot be bound;"
                        + " the documentation of StructCodec lists what can",
                "`void ids(StringBuilder)`: " + ids,
                "`void setIds(CharSequence)`: " + ids);
    }

    @Test
    void parametersAndResultsOfNoAccessor() {
        interface ShapesView extends StructView {
            long id(int index);

            void id();

            long setId();

            long getId(long id);

            void isId(long id);

            int id(long id);

            void id(int index, long id);

            void ids(int index);

            void ids(int index, long id, long more);

            void ids(String index, long id);

            boolean setIds(CharSequence ids);
        }
        String id =
                "its parameters and result are those of no accessor of `id`, long (byteSize=8, offset=0)" + NO_SHAPE;
        String ids =
                "its parameters and result are those of no accessor of `ids`, sequence of 3 (byteSize=24, offset=8)"
                        + NO_SHAPE;
        assertMismatches(
                ShapesView.class,
                structLayout(LONG_LE.withName("id"), sequenceLayout(3, LONG_LE).withName("ids")),
                "`boolean setIds(CharSequence)`: " + ids,
                "`int id(long)`: " + id,
                "`long getId(long)`: " + id,
                "`long id(int)`: " + id,
                "`long setId()`: " + id,
                "`void id()`: " + id,
                "`void id(int, long)`: " + id,
                "`void ids(String, long)`: " + ids,
                "`void ids(int)`: " + ids,
                "`void ids(int, long, long)`: " + ids,
                "`void isId(long)`: " + id);
    }

    @Test
    void isBelongsToBooleans() {
        interface IsView extends StructView {
            long isId();

            int isCode();
        }
        assertMismatches(
                IsView.class,
                PAIR,
                "`int isCode()`: it begins with `is`, which is for booleans; name it `getCode`",
                "`long isId()`: it begins with `is`, which is for booleans; name it `getId`");
    }

    @Test
    void aNameThatCouldMeanTwoMembers() {
        interface AmbiguousView extends StructView {
            long getId();

            boolean compareAndSetId(long expected, long id);

            long id();

            int twice();
        }
        String both = "it could be an accessor of `id`, long (byteSize=8, offset=0) and of `Id`, long (byteSize=8,"
                + " offset=8); rename one";
        assertMismatches(
                AmbiguousView.class,
                structLayout(
                        LONG_LE.withName("id"),
                        LONG_LE.withName("Id"),
                        INT_LE.withName("twice"),
                        INT_LE.withName("twice")),
                "`boolean compareAndSetId(long, long)`: " + both,
                "`int twice()`: it could be an accessor of `twice`, int (byteSize=4, offset=16) and of `twice`, int"
                        + " (byteSize=4, offset=20); rename one",
                "`long getId()`: " + both);
    }

    @Test
    void anAccessorThatIsAMethodOfStructViewOrObject() {
        interface CollidingView extends StructView {
            @Override
            long offset();

            @Override
            MemorySegment segment();

            @Override
            StructLayout layout();

            @Override
            int hashCode();

            @Override
            String toString();

            @Override
            boolean equals(Object other);

            @Override
            void wrap(MemorySegment segment, long offset);
        }
        assertMismatches(
                CollidingView.class,
                structLayout(LONG_LE.withName("offset"), INT_LE.withName("hashCode"), JAVA_BYTE.withName("wrap")),
                "`int hashCode()`: it is a method of Object, and cannot be an accessor of `hashCode`, int (byteSize=4,"
                        + " offset=8); name it with a prefix, or rename the member",
                "`long offset()`: it is a method of StructView, and cannot be an accessor of `offset`, long"
                        + " (byteSize=8, offset=0); name it with a prefix, or rename the member",
                "`void wrap(MemorySegment, long)`: it is a method of StructView, and cannot be an accessor of `wrap`,"
                        + " byte (byteSize=1, offset=12); name it with a prefix, or rename the member");
    }

    @Test
    void whatCannotBeBoundHasNoAccessor() {
        interface UnboundView extends StructView {
            MemorySegment next();

            MemorySegment getVolatileNext();

            int either();

            int[] grid(int row);

            String names(int index);

            int none(int index);
        }
        StructLayout layout = structLayout(
                ADDRESS.withOrder(LITTLE_ENDIAN).withName("next"),
                unionLayout(INT_LE.withName("a"), JAVA_BYTE.withName("b")).withName("either"),
                sequenceLayout(2, sequenceLayout(3, INT_LE)).withName("grid"),
                sequenceLayout(2, sequenceLayout(8, JAVA_BYTE)).withName("names"),
                sequenceLayout(0, INT_LE).withName("none"));
        String address = ", addresses cannot be bound; make it a JAVA_LONG, or padding";
        String union = "; name the alternative that is used by Layouts.withAlternative, declare the conversion of a"
                + " TaggedCodec, or make the member padding";
        String rows = ", whose index counts what the rows have; declare an accessor of that, or a conversion of ";
        assertMismatches(
                UnboundView.class,
                layout,
                "`MemorySegment getVolatileNext()`: the layout has MemorySegment (byteSize=8, offset=0)" + address,
                "`MemorySegment next()`: the layout has MemorySegment (byteSize=8, offset=0)" + address,
                "`String names(int)`: the layout has sequence of 2 x 8 (byteSize=16, offset=36)" + rows
                        + "String to the 8 bytes of a row, as `Conversions.of(TextConversions.utf8(8))`",
                "`int either()`: the layout has union (byteSize=4, offset=8)" + union,
                "`int none(int)`: the layout has sequence of 0 (byteSize=0, offset=52), which has no element; remove"
                        + " the method",
                "`int[] grid(int)`: the layout has sequence of 2 x 3 (byteSize=24, offset=12)" + rows
                        + "int[] to the 12 bytes of a row");
    }

    record Level(long price, int size) {}

    interface LevelView extends StructView {
        double price();

        void size(long size);
    }

    interface BookView extends StructView {
        Level record();

        void record(Level record);

        LevelView best();

        void best(LevelView best);

        LevelView levels(int index);

        Level getLevels(int index);

        LevelView id();

        LevelView getLevels();

        List<Level> allLevels();
    }

    interface NameView extends StructView {
        long name();
    }

    @Test
    void aMessageListsTheFirstMembers() {
        StructLayout ten = structLayout(
                IntStream.range(0, 10).mapToObj(i -> LONG_LE.withName("m" + i)).toArray(MemoryLayout[]::new));
        assertMismatches(
                NameView.class,
                ten,
                "`long name()`: " + noMember("`m0`, `m1`, `m2`, `m3`, `m4`, `m5`, `m6`, `m7` and 2 more"));
        assertMismatches(
                NameView.class,
                structLayout(paddingLayout(8)),
                "`long name()`: the layout has no member that this could be an accessor of; beside padding and a header"
                        + " it has none with a name; add one, or make it a default method");
        // The header is there too, and nobody means it.
        assertMismatches(
                NameView.class,
                Layouts.varRecord(LONG_LE.withName("id"), Layouts.varRef("note")),
                "`long name()`: " + noMember("`id`, `note`"));
    }

    @Test
    void whatIsWrongWithANestedStructIsSaidOnceWithItsPath() {
        StructLayout level = structLayout(LONG_LE.withName("price"));
        assertMismatches(
                BookView.class,
                structLayout(
                        level.withName("record"),
                        level.withName("best"),
                        sequenceLayout(2, level).withName("levels"),
                        LONG_LE.withName("id"),
                        sequenceLayout(2, level).withName("allLevels")),
                "`LevelView getLevels()`: the layout has sequence of 2 (byteSize=16, offset=16); a nested view needs a"
                        + " struct layout, or an index of a sequence of structs",
                "`LevelView id()`: the layout has long (byteSize=8, offset=32); a nested view needs a struct layout",
                "allLevels[].size: the layout has no member of this name, dev.verbatim.ViewBindingTest$Level has the"
                        + " component `int size`; add `int size` to the layout; a record binds all its components",
                "best.`double price()`: the layout has long (byteSize=8, offset=0)" + NOT_CONVERTED + OR_SCALED,
                "best.`void size(long)`: " + noMember("`price`"),
                "levels[].`double price()`: the layout has long (byteSize=8, offset=0)" + NOT_CONVERTED + OR_SCALED,
                "levels[].`void size(long)`: " + noMember("`price`"),
                "levels[].size: the layout has no member of this name, dev.verbatim.ViewBindingTest$Level has the"
                        + " component `int size`; add `int size` to the layout; a record binds all its components",
                "record.size: the layout has no member of this name, dev.verbatim.ViewBindingTest$Level has the"
                        + " component `int size`; add `int size` to the layout; a record binds all its components");
    }

    abstract static class AbstractView implements StructView {}

    sealed interface SealedView extends StructView {}

    non-sealed interface OnlyView extends SealedView {}

    @Test
    void onlyAnInterfaceThatAnyoneMayImplementIsAView() throws Exception {
        String reason = ": is not an interface that extends StructView and that anyone may implement";
        assertMismatches(AbstractView.class, PAIR, AbstractView.class.getName() + reason);
        assertMismatches(SealedView.class, PAIR, SealedView.class.getName() + reason);
        assertEquals(12, ViewFactory.of(lookup(), OnlyView.class, PAIR).byteSize());

        Class<? extends StructView> hidden = lookup().defineHiddenClass(interfaceFile("dev/verbatim/HiddenView"), false)
                .lookupClass()
                .asSubclass(StructView.class);
        assertMismatches(hidden, PAIR, hidden.getName() + reason);
    }

    private static byte[] interfaceFile(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                Opcodes.V22,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE,
                name,
                null,
                "java/lang/Object",
                new String[] {"dev/verbatim/StructView"});
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void anInterfaceThatTheCallersClassLoaderDoesNotKnow() {
        Class<? extends StructView> elsewhere = new GeneratedDtos.Elsewhere()
                .define(interfaceFile("elsewhere/ForeignView"))
                .asSubclass(StructView.class);
        assertMismatches(
                elsewhere,
                PAIR,
                "elsewhere.ForeignView: is not accessible to dev.verbatim.ViewBindingTest: its class loader does not"
                        + " find it by its name; pass MethodHandles.lookup() from a class whose class loader finds it");
    }

    @Test
    void aLookupWithoutFullPrivilege() {
        interface IdView extends StructView {
            int id();
        }
        Lookup dropped = lookup().dropLookupMode(Lookup.PRIVATE);
        for (Lookup lookup : List.of(publicLookup(), dropped)) {
            assertEquals(
                    List.of("lookup: " + lookup
                            + " has no full privilege access; pass MethodHandles.lookup() from a class in "
                            + IdView.class.getModule()),
                    mismatch(lookup, IdView.class, PAIR).mismatches());
        }
    }

    @Test
    void nullIsNamed() {
        interface IdView extends StructView {
            long id();
        }
        assertNull("lookup", () -> ViewFactory.of(null, IdView.class, PAIR));
        assertNull("type", () -> ViewFactory.of(lookup(), null, PAIR));
        assertNull(NullArgumentsTest.layoutIsNull(IdView.class), () -> ViewFactory.of(lookup(), IdView.class, null));
    }

    private static void assertNull(String name, Executable attempt) {
        assertEquals(
                name, assertThrowsExactly(NullPointerException.class, attempt).getMessage());
    }
}
