package dev.verbatim.internal.bind;

import dev.verbatim.StructView;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Tells by its type whether a final field, which reading does not set, has data that would be lost.
 *
 * <p>It has if what is in it may change, and is not there for what it does: an array, an object of a class that is
 * none of the JDK, or what the JDK has to hold values. Not so a value that does not change, such as a text, a number,
 * a Java record or an enum: it is a constant, or derived from what is stored, unless a parameter sets it;
 * {@link GivenValue} knows those of mutable classes, which are not derived. And not so what has no values that one can
 * see: a lock, a thread, or what is declared as an interface, such as a logger or a function; but the delegate of a
 * Kotlin property has its value, unless it is a {@code Lazy}, which derives it.
 */
final class HeldData {

    /**
     * Types of the JDK that hold values, beside those of the package of atomics. The command line has them, too, in
     * {@code DataHolders}: it stands on exported packages alone.
     */
    private static final Class<?>[] HOLDERS = {
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
        DoubleSummaryStatistics.class,
        StructView.class
    };

    private static final String ATOMICS = "java.util.concurrent.atomic.";

    /** What the names of fields end with that have the delegates of Kotlin properties. */
    private static final String DELEGATE = "$delegate";

    private static final String LAZY = "kotlin.Lazy";

    private HeldData() {}

    /** Whether a final field has data. */
    static boolean isIn(Field field) {
        Class<?> type = field.getType();
        if (property(field) != null) {
            return !isLazy(type);
        }
        return isHolder(type) || (mayHaveData(type) && !isUnchanging(type));
    }

    private static boolean mayHaveData(Class<?> type) {
        return isHolder(type) || (DtoField.mayBeFilled(type) && !isOfPlatform(type));
    }

    /** Whether a class is of the JDK, whatever its package is called. */
    private static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        boolean isOfJdk = loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
        return !type.isArray() && isOfJdk && type.getModule().isNamed();
    }

    /** The Kotlin property whose delegate a field has, by the field's name; null if it has none. */
    static @Nullable String property(Field field) {
        String name = field.getName();
        return name.length() > DELEGATE.length() && name.endsWith(DELEGATE)
                ? name.substring(0, name.length() - DELEGATE.length())
                : null;
    }

    /** The field of a class that has the delegate of a Kotlin property; null if the property has none. */
    static @Nullable Field delegate(Class<?> type, String property) {
        for (Field field : ImmutableClass.instanceFields(type)) {
            if (property.equals(property(field))) {
                return field;
            }
        }
        return null;
    }

    private static boolean isLazy(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        for (Class<?> parent : type.getInterfaces()) {
            if (isLazy(parent)) {
                return true;
            }
        }
        return type.getName().equals(LAZY) || isLazy(type.getSuperclass());
    }

    /** Whether a type is one of the JDK, or extends one, that holds values. */
    static boolean isHolder(Class<?> type) {
        for (Class<?> holder : HOLDERS) {
            if (holder.isAssignableFrom(type)) {
                return true;
            }
        }
        for (Class<?> parent = type; parent != null; parent = parent.getSuperclass()) {
            String name = parent.getName();
            if (name.startsWith(ATOMICS)) {
                return !name.endsWith("FieldUpdater");
            }
        }
        return false;
    }

    /**
     * Whether no object of a class changes, as there is no subclass: it has no fields, or all are final, of primitives,
     * enums, and classes that have no data.
     */
    private static boolean isUnchanging(Class<?> type) {
        if (type.isArray() || !Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        try {
            for (Field field : ImmutableClass.instanceFields(type)) {
                boolean isConstant = Modifier.isFinal(field.getModifiers()) && isUnchangingValue(field.getType());
                if (!isConstant && !Modifier.isTransient(field.getModifiers())) {
                    return false;
                }
            }
            return true;
        } catch (NoClassDefFoundError e) {
            return false; // what cannot be looked at
        }
    }

    /** Whether a type says that its values have no data: one that may be any other does not. */
    private static boolean isUnchangingValue(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || !(Modifier.isAbstract(type.getModifiers())
                        || type == Object.class
                        || type.isRecord()
                        || mayHaveData(type));
    }
}
