package dev.verbatim.cli;

import dev.verbatim.StructView;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The types of the JDK that hold values, so that a codec refuses to lose what a final field of one has, and those that
 * are values, which one of a mutable class may have been given: those that {@code HeldData} and {@code GivenValue} have
 * for codecs, whose package is not exported.
 */
final class DataHolders {

    static final List<Class<?>> TYPES = List.of(
            Collection.class,
            Map.class,
            Buffer.class,
            MemorySegment.class,
            StringBuilder.class,
            StringBuffer.class,
            StringJoiner.class,
            StringWriter.class,
            CharArrayWriter.class,
            ByteArrayOutputStream.class,
            BitSet.class,
            Date.class,
            Calendar.class,
            IntSummaryStatistics.class,
            LongSummaryStatistics.class,
            DoubleSummaryStatistics.class);

    static final Set<String> PACKAGES_OF_VALUES = Set.of("java.time", "java.math");

    static final Set<String> VALUES = Set.of(
            "java.lang.String",
            "java.util.UUID",
            "java.util.Optional",
            "java.util.OptionalInt",
            "java.util.OptionalLong",
            "java.util.OptionalDouble");

    private static final String ATOMICS = "java.util.concurrent.atomic.";

    private DataHolders() {}

    /** {@return whether the class of a name, which is one of the JDK and no box, is that of values} */
    static boolean isValue(String name) {
        if (VALUES.contains(name)) {
            return true;
        }
        try {
            Class<?> type = PACKAGES_OF_VALUES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))
                    ? Class.forName(name, false, ClassLoader.getPlatformClassLoader())
                    : null;
            return type != null && !type.isEnum() && !Modifier.isAbstract(type.getModifiers());
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** {@return whether the class of a name, which is one of the JDK or a view, holds values} */
    static boolean has(String name) {
        if (name.equals(StructView.class.getName())) {
            return true;
        }
        if (name.startsWith(ATOMICS)) {
            return !name.endsWith("FieldUpdater");
        }
        try {
            Class<?> type =
                    name.startsWith("java.") ? Class.forName(name, false, ClassLoader.getPlatformClassLoader()) : null;
            return type != null && TYPES.stream().anyMatch(holder -> holder.isAssignableFrom(type));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
