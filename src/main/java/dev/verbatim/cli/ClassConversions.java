package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conversions by which a codec binds the members of a class to its layout, as Java source: by type where all
 * members of a type have the same one, by member elsewhere; the constructors that have to be declared, mostly because
 * class files do not say which fields they set; and the fields that are left out.
 */
final class ClassConversions {

    /**
     * What fits a member of a type that no layout has as it is.
     *
     * @param layout the member's layout
     * @param source its conversion, in Java source
     * @param byType whether the conversion may be declared by type: members of this type have no other one
     */
    record Fitting(MemoryLayout layout, String source, boolean byType) {

        private static Fitting ofType(MemoryLayout layout, String source) {
            return new Fitting(layout, source, true);
        }

        /** A box of a number or of a char, of which one value stands for null. */
        private static Fitting nullable(ValueLayout layout, String box, String nullValue) {
            return ofType(layout, "CodeConversions.nullable(" + box + ".class, " + box + "." + nullValue + ")");
        }
    }

    private static final ValueLayout SHORT = littleEndian(ValueLayout.JAVA_SHORT);
    private static final ValueLayout CHAR = littleEndian(ValueLayout.JAVA_CHAR);
    private static final ValueLayout INT = littleEndian(ValueLayout.JAVA_INT);
    private static final ValueLayout LONG = littleEndian(ValueLayout.JAVA_LONG);
    private static final ValueLayout FLOAT = littleEndian(ValueLayout.JAVA_FLOAT);
    private static final ValueLayout DOUBLE = littleEndian(ValueLayout.JAVA_DOUBLE);

    private static final MemoryLayout UUID_BYTES = MemoryLayout.sequenceLayout(16, ValueLayout.JAVA_BYTE);

    private static final Map<String, Fitting> BOXES = Map.of(
            "java.lang.Byte", Fitting.nullable(ValueLayout.JAVA_BYTE, "Byte", "MIN_VALUE"),
            "java.lang.Short", Fitting.nullable(SHORT, "Short", "MIN_VALUE"),
            "java.lang.Character", Fitting.nullable(CHAR, "Character", "MAX_VALUE"),
            "java.lang.Integer", Fitting.nullable(INT, "Integer", "MIN_VALUE"),
            "java.lang.Long", Fitting.nullable(LONG, "Long", "MIN_VALUE"),
            "java.lang.Float", Fitting.nullable(FLOAT, "Float", "NaN"),
            "java.lang.Double", Fitting.nullable(DOUBLE, "Double", "NaN"));

    private static final Map<String, Fitting> OTHERS = Map.of(
            "java.lang.Boolean",
                    Fitting.ofType(
                            ValueLayout.JAVA_BOOLEAN,
                            "Conversion.ofBoolean(Boolean.class, value -> value, value -> value)"),
            "java.time.Instant", Fitting.ofType(LONG, "TimeConversions.epochNanos()"),
            "java.time.Duration", Fitting.ofType(LONG, "TimeConversions.durationNanos()"),
            "java.time.LocalDate", Fitting.ofType(INT, "TimeConversions.epochDay()"),
            "java.time.LocalTime", Fitting.ofType(LONG, "TimeConversions.nanoOfDay()"),
            "java.time.LocalDateTime", Fitting.ofType(LONG, "TimeConversions.localEpochNanos()"),
            "java.util.UUID", Fitting.ofType(UUID_BYTES, "CodeConversions.uuid()"));

    /** The sources by the members' paths, by type. */
    private final Map<String, Map<String, Fitting>> members = new LinkedHashMap<>();

    private final Map<String, Constructor> constructors = new LinkedHashMap<>();
    private final Map<String, List<String>> leftOut = new LinkedHashMap<>();

    private static ValueLayout littleEndian(ValueLayout layout) {
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    /** {@return what fits a type; null if nothing does} */
    static @Nullable Fitting of(String type) {
        Fitting box = ofBox(type);
        return box == null ? OTHERS.get(type) : box;
    }

    /** {@return what fits a box that may be null; null if a type is none} */
    static @Nullable Fitting ofBox(String type) {
        return BOXES.get(type);
    }

    /** {@return what fits a {@code BigDecimal}} */
    static Fitting ofDecimal(long scale) {
        return Fitting.ofType(LONG, "NumberConversions.decimal(" + scale + ")");
    }

    /** {@return what fits an {@code EnumSet}: by member, as a type can leave the enum open} */
    static Fitting ofEnumSet(String enumType) {
        return new Fitting(LONG, "CodeConversions.enumSet(" + enumType + ".class)", false);
    }

    /** {@return what fits an enum among others: its ordinal, as one alone is stored without a conversion} */
    static Fitting ofEnumElement(String enumType) {
        return new Fitting(INT, "CodeConversions.intCodes(" + enumType + ".class, " + enumType + "::ordinal)", false);
    }

    /** {@return what fits a text among others: UTF-8, as one alone is stored without a conversion} */
    static Fitting ofTextElement(long byteSize) {
        return new Fitting(
                MemoryLayout.sequenceLayout(byteSize, ValueLayout.JAVA_BYTE),
                "TextConversions.utf8(" + byteSize + ")",
                false);
    }

    /**
     * Adds the conversion of a member.
     *
     * @param path the member's path, as {@link dev.verbatim.Conversions} have it
     * @param type the member's type
     */
    void add(String path, String type, Fitting fitting) {
        members.computeIfAbsent(type, _ -> new LinkedHashMap<>()).put(path, fitting);
    }

    /**
     * A constructor that is declared.
     *
     * @param fields the names of the fields that it sets, in the order of its parameters
     * @param isGuess whether they are found by the types of the parameters alone
     */
    record Constructor(List<String> fields, boolean isGuess) {}

    /**
     * Adds the constructor of a class.
     *
     * @param type the class, as the source names it
     * @param fields the fields that the constructor sets, in the order of its parameters
     */
    void addConstructor(String type, List<String> fields, boolean isGuess) {
        constructors.put(type, new Constructor(fields, isGuess));
    }

    /** {@return the constructors to declare, by the classes} */
    Map<String, Constructor> constructors() {
        return constructors;
    }

    /**
     * Adds a field that is not stored, and that a codec would miss.
     *
     * @param type the class, as the source names it
     */
    void leaveOut(String type, String field) {
        List<String> fields = leftOut.computeIfAbsent(type, _ -> new ArrayList<>());
        if (!fields.contains(field)) {
            fields.add(field);
        }
    }

    /** {@return the names of the fields to leave out, by the classes} */
    Map<String, List<String>> leftOut() {
        return leftOut;
    }

    /** {@return the conversions by type} */
    List<String> byType() {
        List<String> sources = new ArrayList<>();
        for (Map<String, Fitting> sameType : members.values()) {
            if (isByType(sameType)) {
                sources.add(sameType.values().iterator().next().source());
            }
        }
        return sources;
    }

    /** {@return the conversions by member} */
    Map<String, String> byMember() {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Map<String, Fitting> sameType : members.values()) {
            if (!isByType(sameType)) {
                sameType.forEach((path, fitting) -> sources.put(path, fitting.source()));
            }
        }
        return sources;
    }

    private static boolean isByType(Map<String, Fitting> sameType) {
        Set<Fitting> different = new LinkedHashSet<>(sameType.values());
        return different.size() == 1 && different.iterator().next().byType();
    }
}
