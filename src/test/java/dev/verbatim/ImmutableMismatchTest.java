package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.GeneratedDtos;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Immutable classes that no codec can be made of, and what the messages say of them. */
class ImmutableMismatchTest {

    private static final String HERE = ImmutableMismatchTest.class.getName() + "$";

    private static final String ADD = "; add one whose parameters are fields, it may be private; or, if these only have"
            + " other names, declare the fields that they set by Conversions.withConstructor";

    private static void assertRefused(Class<?> type, StructLayout layout, Conversions conversions, String... lines) {
        Refusals.assertRefused(() -> StructCodec.ofImmutable(lookup(), type, layout, conversions), lines);
    }

    @Test
    void aClassFileWithoutNamesOfParametersNeedsADeclaration() {
        Class<?> type = new GeneratedDtos.Elsewhere()
                .define(DtoClassFile.ofPublic(
                                "dev.verbatim.Unnamed",
                                List.of(
                                        new DtoClassFile.Member("id", "J", null),
                                        new DtoClassFile.Member("price", "D", null)))
                        .immutableClass(List.of(), false));
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("id"), JAVA_INT.withName("price"));
        String constructor = "no constructor has parameters of the names and types of fields, as its class file has no"
            + " names of parameters; compile it with -parameters, or declare which fields the parameters set, in their"
            + " order, as `Conversions.none().withConstructor(Unnamed.class, \"id\", ...)`";
        String price = "price: the layout has int (byteSize=4, offset=8), dev.verbatim.Unnamed has the field"
                + " `double price`; make the two types the same, nothing is converted; or declare a conversion, as"
                + " `Conversions.of(NumberConversions.scaled(digits, JAVA_INT))`";

        assertRefused(type, layout, Conversions.none(), "dev.verbatim.Unnamed: " + constructor, price);
    }

    @Test
    void aClassOfKotlinIsToldTheOptionOfItsCompiler() {
        GeneratedDtos.Elsewhere loader = new GeneratedDtos.Elsewhere();
        ClassWriter metadata = new ClassWriter(0);
        metadata.visit(
                Opcodes.V22,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_ANNOTATION | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
                "kotlin/Metadata",
                null,
                "java/lang/Object",
                new String[] {"java/lang/annotation/Annotation"});
        AnnotationVisitor retention = metadata.visitAnnotation("Ljava/lang/annotation/Retention;", true);
        retention.visitEnum("value", "Ljava/lang/annotation/RetentionPolicy;", "RUNTIME");
        retention.visitEnd();
        metadata.visitEnd();
        loader.define(metadata.toByteArray());
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(DtoClassFile.ofPublic(
                                "dev.verbatim.Compiled", List.of(new DtoClassFile.Member("id", "J", null)))
                        .immutableClass(List.of(), false))
                .accept(writer, 0);
        writer.visitAnnotation("Lkotlin/Metadata;", true).visitEnd();

        assertRefused(
                loader.define(writer.toByteArray()),
                Layouts.struct(JAVA_LONG.withName("id")),
                Conversions.none(),
                "dev.verbatim.Compiled: no constructor has parameters of the names and types of fields, as its class"
                        + " file has no names of parameters; compile it with -java-parameters, or declare which fields"
                        + " the parameters set, in their order, as"
                        + " `Conversions.none().withConstructor(Compiled.class, \"id\")`, if that is their order");
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Ambiguous {
        private final int a;
        private final int b;
        private final int c;

        Ambiguous(int a, int b) {
            this.a = a;
            this.b = b;
            this.c = 0;
        }

        Ambiguous(int b, long a, int c) {
            this.a = (int) a;
            this.b = b;
            this.c = c;
        }

        Ambiguous(int a, short c) {
            this(0, a, c);
        }

        static Ambiguous of(int a, int c) {
            return new Ambiguous(0, a, c);
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class TwoWays {
        private final int a;
        private final long b;

        TwoWays(int a, long b) {
            this.a = a;
            this.b = b;
        }

        TwoWays(long b, int a) {
            this(a, b);
        }
    }

    static final class OtherNames {
        private final int a;

        OtherNames(int first) {
            this.a = first;
        }
    }

    @Test
    void theConstructorHasToBeClear() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        assertRefused(
                TwoWays.class,
                Layouts.struct(JAVA_INT.withName("a"), JAVA_LONG.withName("b")),
                Conversions.none(),
                HERE
                        + "TwoWays: two constructors have as many parameters, all of the names and types of fields;"
                        + " declare which fields the parameters set, in their order, as"
                        + " `Conversions.none().withConstructor(TwoWays.class, \"a\", \"b\")`, if that is their order");
        assertRefused(
                OtherNames.class,
                a,
                Conversions.none(),
                HERE
                        + "OtherNames: no constructor has parameters of the names and types of fields, found"
                        + " OtherNames(int first)" + ADD);
        assertEquals(
                1,
                StructCodec.ofImmutable(
                                lookup(),
                                OtherNames.class,
                                a,
                                Conversions.none().withConstructor(OtherNames.class, "a"))
                        .read(MemorySegment.ofArray(new int[] {1}), 0)
                        .a);
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Copy {
        private final int a;
        private final long b;
        private final transient short seen;

        Copy(int a) {
            this(a, 7);
        }

        Copy(int a, long second) {
            this.a = a;
            this.b = second;
            this.seen = 0;
        }

        Copy(int a, long second, short step) {
            this(a + step, second);
        }

        Copy(int a, long second, String text) {
            this(a + text.length(), second);
        }
    }

    /** What the shorter one does not set would be lost, as if it were derived. */
    @Test
    void aLongerConstructorOfOtherNamesIsNotPassedOver() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        Conversions none = Conversions.none();
        MemorySegment one = MemorySegment.ofArray(new int[] {1});

        assertRefused(
                Copy.class,
                a,
                none,
                HERE
                        + "Copy: by the names of its parameters a constructor sets [a], and Copy(int a, long second)"
                        + " may set more; give its parameters the names and the types of fields, or, if the other"
                        + " fields are derived from those, declare"
                        + " `Conversions.none().withConstructor(Copy.class, \"a\")`");
        assertEquals(
                7,
                StructCodec.ofImmutable(lookup(), Copy.class, a, none.withConstructor(Copy.class, "a"))
                        .read(one, 0)
                        .b);
        assertEquals(
                1,
                StructCodec.ofImmutable(lookup(), Copy.class, a, none.withoutField(Copy.class, "b"))
                        .read(one, 0)
                        .a);
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Account {
        private final int a;
        private final short unit;
        private int b;

        Account(int a) {
            this.a = a;
            this.unit = (short) (a % 10);
        }

        Account(int a, int opening) {
            this(a);
            this.b = opening;
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Versioned {
        private final int a;
        private final int version = 3;

        Versioned(int a) {
            this.a = a;
        }

        Versioned(int a, int step) {
            this(a + step);
        }
    }

    /** What is not final is set later, and what is a constant by nobody. */
    @Test
    void aLongerConstructorThatSetsWhatIsNotLostMayHaveAnyNames() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("b"));
        Account read = StructCodec.ofImmutable(lookup(), Account.class, layout)
                .read(MemorySegment.ofArray(new int[] {5, 6}), 0);
        assertEquals(5, read.a);
        assertEquals(6, read.b);
        assertEquals(
                7,
                StructCodec.ofImmutable(lookup(), Versioned.class, Layouts.struct(JAVA_INT.withName("a")))
                        .read(MemorySegment.ofArray(new int[] {7}), 0)
                        .a);
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Twos {
        private final int a;
        private final int b;
        private int count;

        Twos(int a) {
            this(a, 3);
        }

        Twos(int first, int second) {
            this.a = first;
            this.b = second;
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Checked {
        private final int a;
        private final int b;

        Checked(int a) {
            this(a, 3, "");
        }

        Checked(int a, int b, String message) {
            this.a = a;
            this.b = b + message.length();
        }
    }

    @Test
    void aFieldThatAParameterMaySetOrHasTheNameOfIsNotLost() {
        String end = " may set more; give its parameters the names and the types of fields, or, if the other fields are"
                + " derived from those, declare `Conversions.none().withConstructor(";
        assertRefused(
                Twos.class,
                Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("count")),
                Conversions.none(),
                HERE + "Twos: by the names of its parameters a constructor sets [a], and Twos(int first, int second)"
                        + end + "Twos.class, \"a\")`");
        assertRefused(
                Checked.class,
                Layouts.struct(JAVA_INT.withName("a")),
                Conversions.none(),
                HERE + "Checked: by the names of its parameters a constructor sets [a], and Checked(int a, int b,"
                        + " String message)" + end + "Checked.class, \"a\")`");
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Boxed {
        private final int a;
        private final Long b;

        Boxed(int a) {
            this(a, 7);
        }

        Boxed(int a, long second) {
            this.a = a;
            this.b = second;
        }
    }

    @Test
    void aParameterMaySetABox() {
        assertRefused(
                Boxed.class,
                Layouts.struct(JAVA_INT.withName("a")),
                Conversions.none(),
                HERE
                        + "Boxed: by the names of its parameters a constructor sets [a], and Boxed(int a, long second)"
                        + " may set more; give its parameters the names and the types of fields, or, if the other"
                        + " fields are derived from those, declare"
                        + " `Conversions.none().withConstructor(Boxed.class, \"a\")`");
    }

    @Test
    void declaredFieldsHaveToBeThoseOfAConstructor() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("b"));
        Conversions none = Conversions.none();
        String type = HERE + "Ambiguous: ";

        assertRefused(
                Ambiguous.class,
                layout,
                none.withConstructor(Ambiguous.class, "a", "x"),
                type + "the declared constructor sets `x`, and there is no such field; the fields are [a, b, c]");
        assertRefused(
                Ambiguous.class,
                layout,
                none.withConstructor(Ambiguous.class, "a", "a"),
                type
                        + "the declared constructor sets `a` twice; declare the fields that its parameters set, each"
                        + " once");
        assertRefused(
                Ambiguous.class,
                layout,
                none.withConstructor(Ambiguous.class, "a"),
                type + "there is no constructor Ambiguous(int), whose parameters have the types of the declared fields"
                        + " [a]; there is Ambiguous(int, int) and Ambiguous(int, long, int) and Ambiguous(int, short)");
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Open {
        private final int a;
        private int count;

        Open(int a) {
            this.a = a;
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class Derived {
        private final int a;
        private final int b;
        private final int c;

        Derived(int a, int b) {
            this.a = a;
            this.b = b;
            this.c = a + b;
        }
    }

    @Test
    void whatNoParameterSetsIsInTheLayoutToo() {
        assertRefused(
                Open.class,
                Layouts.struct(JAVA_INT.withName("a")),
                Conversions.none(),
                "count: the layout has no member of this name, " + HERE + "Open has the field `int count`; add `int"
                        + " count` to the layout, make the field"
                        + " transient, or leave it out by"
                        + " `Conversions.none().withoutField(Open.class,"
                        + " \"count\")`");
        assertRefused(
                Derived.class,
                Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("c")),
                Conversions.none(),
                "c: the layout has int (byteSize=4, offset=4), the field `int c` is set by no parameter of the"
                        + " constructor; declare a constructor that sets it by Conversions.withConstructor, or make the"
                        + " member padding",
                "b: the layout has no member of this name, " + HERE + "Derived has the field `int b`; add `int b` to"
                        + " the layout; all that the constructor sets is"
                        + " bound, so else declare one that does without"
                        + " it by Conversions.withConstructor");
    }

    /** As Kotlin compiles a value class. */
    @Test
    void constructorsThatOnlyTheCompilerCallsAreNone() {
        Class<?> type = new GeneratedDtos.Elsewhere()
                .define(new DtoClassFile(
                                "dev.verbatim.Price",
                                Opcodes.ACC_PUBLIC,
                                Opcodes.ACC_PUBLIC,
                                Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC,
                                "java.lang.Object",
                                null,
                                List.of(new DtoClassFile.Member("ticks", "J", null)))
                        .immutableClass(List.of(), false));

        assertRefused(
                type,
                Layouts.struct(JAVA_LONG.withName("ticks")),
                Conversions.none().withConstructor(type, "ticks"),
                "dev.verbatim.Price: there is no constructor Price(long), whose parameters have the types of the"
                    + " declared fields [ticks]; there is none that Java code can call, as of a value class of Kotlin:"
                    + " bind what it wraps, or declare a conversion of it");
    }

    abstract static class Abstract {
        final int a;

        Abstract(int a) {
            this.a = a;
        }
    }

    @Test
    void whatIsNotImmutableIsRefusedAndNamesWhatIs() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        StructLayout inTail = Layouts.varRecord(JAVA_INT.withName("a"));
        assertRefused(
                Abstract.class,
                a,
                Conversions.none(),
                HERE + "Abstract: is not an immutable class; bind a class that extends it");
        Refusals.assertRefused(
                () -> StructCodec.ofClass(lookup(), OtherNames.class, a),
                HERE
                        + "OtherNames: is not a mutable class, all its fields are final or transient; use"
                        + " ofImmutable, which has its constructor set them");
        assertEquals(
                ImmutableClassTest.Reply.class.getName()
                        + " cannot be read into, as it is immutable or its constructor is declared; use"
                        + " VarCodec.ofImmutable, or build of its builder",
                assertThrowsExactly(
                                IllegalArgumentException.class,
                                () -> VarCodec.ofClass(
                                        lookup(),
                                        ImmutableClassTest.Reply.class,
                                        Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"))))
                        .getMessage());
        Refusals.assertRefused(
                () -> VarCodec.builder(lookup(), Open.class, inTail)
                        .withConversions(Conversions.none().withConstructor(Open.class, "a"))
                        .withSupplier(() -> new Open(1))
                        .build(),
                HERE + "Open: is a class, which its constructor makes; remove the supplier",
                "count: the layout has no member of this name, " + HERE + "Open has the field `int count`; add"
                        + " `int count` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Open.class, \"count\")`");
        record Pair(int a) {}
        assertRefused(
                Pair.class,
                a,
                Conversions.none().withConstructor(Pair.class, "a"),
                Pair.class.getName() + ": is a record, whose canonical constructor is called; remove the declaration of"
                        + " its constructor");
    }

    record Traded(double price, Ambiguous size) {}

    @Test
    void messagesOfNestedOnesHaveTheirPaths() {
        Refusals.assertRefused(
                () -> StructCodec.ofRecord(
                        lookup(),
                        Traded.class,
                        Layouts.struct(
                                JAVA_DOUBLE.withName("price"),
                                Layouts.struct(JAVA_INT.withName("a"), JAVA_INT.withName("b"))
                                        .withName("size")),
                        Conversions.none().withConstructor(Ambiguous.class, "b")),
                "size: " + HERE
                        + "Ambiguous: there is no constructor Ambiguous(int), whose parameters have the types of"
                        + " the declared fields [b]; there is Ambiguous(int, int) and Ambiguous(int, long, int) and"
                        + " Ambiguous(int, short)");
    }

    static class Identified {
        final int id;

        Identified(int id) {
            this.id = id;
        }
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class Hiding extends Identified {
        final int id = 7;

        Hiding(int id) {
            super(id);
        }
    }

    static class MutableBase {
        int id;
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class MutableHiding extends MutableBase {
        final int id = 5;
    }

    @Test
    void ofTwoFieldsOfOneNameNoneIsGuessed() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("id"));
        String both = HERE + "Hiding: the constructor sets `id`, and two fields have this name, of which one hides the"
                + " other; rename one, or leave it out by `Conversions.none().withoutField(Identified.class, \"id\")`";
        assertRefused(Hiding.class, layout, Conversions.none(), both);
        assertRefused(Hiding.class, layout, Conversions.none().withConstructor(Hiding.class, "id"), both);

        ReusableCodec<MutableHiding> codec = StructCodec.ofClass(lookup(), MutableHiding.class, layout);
        MutableHiding value = new MutableHiding();
        ((MutableBase) value).id = 42;
        MemorySegment segment = MemorySegment.ofArray(new byte[4]);
        codec.write(value, segment, 0);
        assertEquals(42, ((MutableBase) codec.read(segment, 0)).id);
    }

    static final class Range {
        final int from;
        final int to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    @Test
    void aDeclaredOrderIsComparedWithTheNamesThatThereAre() {
        assertRefused(
                Range.class,
                Layouts.struct(JAVA_INT.withName("from"), JAVA_INT.withName("to")),
                Conversions.none().withConstructor(Range.class, "to", "from"),
                HERE
                        + "Range: the declared constructor sets [to, from], and its parameters are [from, to]; declare"
                        + " them in this order");
    }

    @Test
    void aClassWithADeclaredConstructorIsNotFilled() {
        Refusals.assertRefused(
                () -> StructCodec.ofClass(
                        lookup(),
                        Open.class,
                        Layouts.struct(JAVA_INT.withName("count")),
                        Conversions.none().withConstructor(Open.class, "a")),
                HERE
                        + "Open: is not a mutable class, as its constructor is declared; use ofImmutable,"
                        + " which has its constructor set them");
    }

    @SuppressWarnings("ClassCanBeStatic") // that is the point
    final class Inner {
        final int a;

        Inner(int a) {
            this.a = a;
        }
    }

    static final class Constant {
        final int a = 1;
    }

    static final class Mutable {
        int a;
    }

    static final class Nothing {
        Nothing() {}

        @SuppressWarnings("UnusedVariable") // it sets nothing
        Nothing(int first) {}
    }

    static final class BothWays {
        int a;

        BothWays() {}

        BothWays(int first) {
            this.a = first;
        }
    }

    static final class Built {
        final int a;

        Built(StringBuilder builder) {
            this.a = builder.length();
        }
    }

    @Test
    void aClassThatABuilderMakesIsToldWhichConstructorItNeeds() {
        assertRefused(
                Built.class,
                Layouts.struct(JAVA_INT.withName("a")),
                Conversions.none(),
                HERE
                        + "Built: no constructor has parameters of the types of fields, found Built(StringBuilder); add"
                        + " one whose parameters are fields, it may be private; or, if a builder or a factory makes the"
                        + " objects, use ofConverted with the codec of what it makes them of");
    }

    @Test
    void aClassThatNoConstructorCanMakeSaysSo() {
        StructLayout a = Layouts.struct(JAVA_INT.withName("a"));
        assertRefused(
                Inner.class,
                a,
                Conversions.none(),
                HERE + "Inner: is an inner class, whose constructor takes the outer object; make it static");
        assertRefused(
                Constant.class,
                a,
                Conversions.none(),
                HERE
                        + "Constant: no constructor has parameters, which would set its fields; add one, or make the"
                        + " fields not final, and use ofClass");
        assertRefused(
                Mutable.class,
                a,
                Conversions.none(),
                HERE
                        + "Mutable: no constructor has parameters, which would set its fields; use ofClass for a"
                        + " mutable class, or add one");
        assertRefused(
                Nothing.class,
                a,
                Conversions.none(),
                HERE + "Nothing: has no fields, which a constructor would set; add some",
                "a: the layout has int (byteSize=4, offset=0), " + HERE + "Nothing has no field of this name; add"
                        + " `int a`, or make the member padding");
        assertRefused(
                BothWays.class,
                a,
                Conversions.none(),
                HERE
                        + "BothWays: no constructor has parameters of the names and types of fields, found"
                        + " BothWays(int first)" + ADD);
    }

    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class Quote {
        private final double mid;
        private final double half;

        Quote(double bid, double ask) {
            mid = (bid + ask) / 2;
            half = (ask - bid) / 2;
        }
    }

    @Test
    void noDeclarationIsProposedThatTheNamesOfParametersContradict() {
        assertRefused(
                Quote.class,
                Layouts.struct(JAVA_DOUBLE.withName("mid"), JAVA_DOUBLE.withName("half")),
                Conversions.none(),
                HERE
                        + "Quote: no constructor has parameters of the names and types of fields, found"
                        + " Quote(double bid, double ask)" + ADD);
    }
}
