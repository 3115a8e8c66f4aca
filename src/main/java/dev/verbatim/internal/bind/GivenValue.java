package dev.verbatim.internal.bind;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells whether a final field of a mutable class has a value that each object may have been given when it was made,
 * such as an id or the time: the object that reading makes has another one. From what is stored it is not derived, as
 * the constructor does not have that.
 */
final class GivenValue {

    /** Where the JDK has values, beside enums and clocks; the command line knows them, too, in {@code DataHolders}. */
    private static final Set<String> PACKAGES = Set.of("java.time", "java.math");

    /** The values of other packages, but for boxes. An enum that a class sets itself is the same in all objects. */
    private static final Set<String> TYPES = Set.of(
            "java.lang.String",
            "java.util.UUID",
            "java.util.Optional",
            "java.util.OptionalInt",
            "java.util.OptionalLong",
            "java.util.OptionalDouble");

    private GivenValue() {}

    /**
     * Whether a final field has such a value: it is no constant of the class file. A constructor with parameters may
     * derive a number or a text from these.
     *
     * @param dto the class whose objects have it
     */
    static boolean isIn(Field field, Class<?> dto) {
        Class<?> type = field.getType();
        Class<?> owner = field.getDeclaringClass();
        return isValue(type)
                && !ValueBinder.isOfJdk(owner)
                && !(isDerivable(type) && !ImmutableClass.hasDefaultConstructor(dto))
                && !isConstant(field);
    }

    private static boolean isDerivable(Class<?> type) {
        return type.isPrimitive() || (ValueBinder.isBox(type) && type != Void.class) || type == String.class;
    }

    private static boolean isValue(Class<?> type) {
        return isDerivable(type)
                || type.isRecord()
                || TYPES.contains(type.getName())
                || (PACKAGES.contains(type.getPackageName())
                        && !type.isEnum()
                        && !Modifier.isAbstract(type.getModifiers()));
    }

    /** Whether the class file has the value of a field. A class whose file cannot be read is not suspected. */
    static boolean isConstant(Field field) {
        if (!field.getType().isPrimitive() && field.getType() != String.class) {
            return false;
        }
        Class<?> owner = field.getDeclaringClass();
        String file = owner.getName().substring(owner.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream bytes = owner.getResourceAsStream(file)) {
            return bytes == null || hasValue(new ClassReader(bytes), field.getName());
        } catch (IOException | RuntimeException e) {
            return true; // ASM has read a class file of a version that it does not know
        }
    }

    private static boolean hasValue(ClassReader file, String name) {
        boolean[] hasValue = new boolean[1];
        file.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access,
                            String field,
                            String descriptor,
                            @Nullable String signature,
                            @Nullable Object value) {
                        hasValue[0] |= field.equals(name) && value != null;
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return hasValue[0];
    }
}
