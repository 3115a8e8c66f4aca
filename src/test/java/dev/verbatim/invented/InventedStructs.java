package dev.verbatim.invented;

import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.invented.InventedTypes.Residence;
import dev.verbatim.invented.ValueKind.Form;
import dev.verbatim.invented.ValueKind.Home;
import dev.verbatim.samples.StructArbitraries;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Random structs with members of every kind: small ones, because making a codec is what takes the time. */
public final class InventedStructs {

    /** How deep structs are nested in the outermost one. */
    private static final int MAX_DEPTH = 3;

    /** Up to 20 elements of any size, and of the small ones enough for a bulk copy, which begins at 64 bytes. */
    private static final int MAX_COUNT = 20;

    private static final int MAX_ARRAY_BYTES = 80;

    private static final int WHOLE = 1000;

    private static final int MAX_TEXT_BYTES = 40;

    /**
     * With more values generated code is split, first that which fills an object; so now and then there is a struct of
     * about as many.
     */
    private static final int MAX_FILLED_PER_METHOD = 28;

    /** The same of members in the tail. */
    private static final int MAX_TAIL_MEMBERS_PER_METHOD = 64;

    private static final List<ByteOrder> BYTE_ORDERS = List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);

    private static final List<ValueLayout> PRIMITIVES = GeneratedDtos.primitives(8).stream()
            .map(StructArbitraries::layoutOf)
            .flatMap(layout -> BYTE_ORDERS.stream().map(layout::withOrder))
            .toList();

    private static final List<ValueLayout> INTEGRALS = List.of(
            ValueLayout.JAVA_BYTE,
            ValueLayout.JAVA_CHAR_UNALIGNED,
            ValueLayout.JAVA_SHORT_UNALIGNED,
            ValueLayout.JAVA_INT_UNALIGNED,
            ValueLayout.JAVA_LONG_UNALIGNED);

    private static final List<ValueKind.Ordinal> ORDINALS = ordinals();

    private InventedStructs() {}

    /** Structs whose type is a record or a class. */
    public static Arbitrary<InventedStruct> any() {
        return invented(Place.FIXED, Arbitraries.of(Form.class));
    }

    /** Structs whose type is a class. */
    public static Arbitrary<InventedStruct> classes() {
        return invented(Place.FIXED, Arbitraries.just(Form.MUTABLE));
    }

    /** Variable-length records whose type is a record or a class. */
    public static Arbitrary<InventedStruct> variable() {
        return invented(Place.RECORD, Arbitraries.of(Form.class));
    }

    /** Variable-length records whose type is a class. */
    public static Arbitrary<InventedStruct> variableClasses() {
        return invented(Place.RECORD, Arbitraries.just(Form.MUTABLE));
    }

    /** What a struct may have, by where it is. */
    private enum Place {
        /** No member that refers to a tail. */
        FIXED,
        /** A header, and such members. */
        RECORD,
        /** Such members, of the record around. */
        NESTED_IN_RECORD
    }

    private static Arbitrary<InventedStruct> invented(Place place, Arbitrary<Form> forms) {
        Arbitrary<Residence> residences = Arbitraries.frequency(
                Tuple.of(6, Residence.AT_HOME), Tuple.of(1, Residence.HIDDEN), Tuple.of(2, Residence.ABROAD));
        // In every other one all types are nestmates.
        Arbitrary<InventedStruct> nests = Combinators.combine(
                        structs(place, forms, Arbitraries.just(Home.NEST), MAX_DEPTH), residences)
                .as(InventedStruct::new);
        Arbitrary<InventedStruct> mixed = Combinators.combine(
                        structs(place, forms, Arbitraries.of(Home.class), MAX_DEPTH), residences)
                .as(InventedStruct::new);
        return Arbitraries.oneOf(nests, mixed).withoutEdgeCases();
    }

    private static Arbitrary<ValueKind.Struct> structs(
            Place place, Arbitrary<Form> forms, Arbitrary<Home> homes, int depth) {
        Arbitrary<List<ValueKind.Member>> few = members(kinds(place, homes, depth), 1, depth == MAX_DEPTH ? 5 : 3);
        int splitFrom = place == Place.FIXED ? MAX_FILLED_PER_METHOD : MAX_TAIL_MEMBERS_PER_METHOD;
        Arbitrary<List<ValueKind.Member>> many = members(values(place), splitFrom, splitFrom + 10);
        Arbitrary<List<ValueKind.Member>> members = Arbitraries.frequencyOf(Tuple.of(99, few), Tuple.of(1, many));
        Arbitrary<Boolean> hasHeader = Arbitraries.just(place == Place.RECORD);
        return new ByIdentity<>(Combinators.combine(hasHeader, forms, homes, homes.injectNull(0.8), members, paddings())
                .as(ValueKind.Struct::new));
    }

    private static Arbitrary<List<ValueKind.Member>> members(Arbitrary<ValueKind> kinds, int minCount, int maxCount) {
        return Combinators.combine(paddings(), kinds)
                .as(ValueKind.Member::new)
                .list()
                .ofMinSize(minCount)
                .ofMaxSize(maxCount);
    }

    private static Arbitrary<Integer> paddings() {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(0)),
                Tuple.of(1, Arbitraries.integers().between(1, 9)));
    }

    private static Arbitrary<ValueKind> kinds(Place place, Arbitrary<Home> homes, int depth) {
        if (depth == 0) {
            return values(place);
        }
        Arbitrary<Boolean> either = Arbitraries.of(true, false);
        Arbitrary<Form> forms = Arbitraries.of(Form.class);
        Arbitrary<ValueKind.Struct> fixed = structs(Place.FIXED, forms, homes, depth - 1);
        Arbitrary<ValueKind> sequences = Combinators.combine(
                        fixed, Arbitraries.integers().between(0, 3), either)
                .as(ValueKind.StructSequence::new);
        if (place == Place.FIXED) {
            return Arbitraries.frequencyOf(
                    Tuple.of(7, values(place)), Tuple.of(1, fixed.map(struct -> struct)), Tuple.of(2, sequences));
        }
        Arbitrary<ValueKind.Struct> nested = structs(Place.NESTED_IN_RECORD, forms, homes, depth - 1);
        Arbitrary<ValueKind.Struct> records = structs(Place.RECORD, forms, homes, depth - 1);
        Arbitrary<ValueKind.Variable> lists =
                Combinators.combine(Arbitraries.oneOf(fixed, records), either).as(ValueKind.VarStructs::new);
        Arbitrary<ValueKind.Variable> wrapped = wrapped(Arbitraries.oneOf(variables(), lists));
        return Arbitraries.frequencyOf(
                Tuple.of(7, values(place)),
                Tuple.of(2, nested.map(struct -> struct)),
                Tuple.of(1, sequences),
                Tuple.of(3, lists.map(list -> list)),
                Tuple.of(2, wrapped.map(list -> list)));
    }

    /** Kinds of members that nest nothing. */
    private static Arbitrary<ValueKind> values(Place place) {
        return new ByIdentity<>(
                place == Place.FIXED
                        ? fixedValues()
                        : Arbitraries.frequencyOf(
                                Tuple.of(3, fixedValues()),
                                Tuple.of(2, variables().map(variable -> variable)),
                                Tuple.of(1, wrapped(variables()).map(variable -> variable))));
    }

    private static Arbitrary<ValueKind.Variable> variables() {
        return Arbitraries.oneOf(
                Arbitraries.of(true, false).map(ValueKind.VarText::new),
                Arbitraries.of(PRIMITIVES).map(ValueKind.VarArray::new),
                Arbitraries.of(PRIMITIVES).map(ValueKind.VarBoxes::new));
    }

    /** Optionals and lists of what lies in a tail, and lists of these. */
    private static Arbitrary<ValueKind.Variable> wrapped(Arbitrary<ValueKind.Variable> variables) {
        Arbitrary<Boolean> either = Arbitraries.of(true, false);
        Arbitrary<ValueKind.Variable> optionals = variables.map(ValueKind.VarOptional::new);
        Arbitrary<ValueKind.Variable> lists = Combinators.combine(Arbitraries.oneOf(variables, optionals), either)
                .as(ValueKind.VarNested::new);
        Arbitrary<ValueKind.Variable> deeper = Arbitraries.oneOf(
                Combinators.combine(lists, either).as(ValueKind.VarNested::new), lists.map(ValueKind.VarOptional::new));
        return Arbitraries.oneOf(optionals, lists, deeper);
    }

    private static Arbitrary<ValueKind> fixedValues() {
        return Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of(PRIMITIVES).map(ValueKind.Primitive::new)),
                Tuple.of(2, Arbitraries.of(ORDINALS).map(ordinal -> ordinal)),
                Tuple.of(2, uniform(MAX_TEXT_BYTES).map(ValueKind.Text::new)),
                Tuple.of(
                        3,
                        Combinators.combine(Arbitraries.of(PRIMITIVES), uniform(WHOLE - 1))
                                .as(InventedStructs::array)));
    }

    /** All enums in all layouts that are wide enough. */
    private static List<ValueKind.Ordinal> ordinals() {
        List<ValueKind.Ordinal> ordinals = new ArrayList<>();
        for (Class<? extends Enum<?>> type : InventedEnums.ALL) {
            for (ValueLayout layout : INTEGRALS) {
                if (layout.byteSize() > 1 || type.getEnumConstants().length <= Byte.MAX_VALUE + 1) {
                    BYTE_ORDERS.forEach(order -> ordinals.add(new ValueKind.Ordinal(type, layout.withOrder(order))));
                }
            }
        }
        return ordinals;
    }

    /** An array with a count from 0 to the most that there is for its elements, in parts of {@link #WHOLE}. */
    private static ValueKind array(ValueLayout element, int part) {
        int maxCount = Math.max(MAX_COUNT, MAX_ARRAY_BYTES / (int) element.byteSize());
        return new ValueKind.PrimitiveArray(element, (maxCount + 1) * part / WHOLE);
    }

    private static Arbitrary<Integer> uniform(int max) {
        return Arbitraries.integers().between(0, max).withDistribution(RandomDistribution.uniform());
    }
}
