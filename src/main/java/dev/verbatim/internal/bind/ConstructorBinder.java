package dev.verbatim.internal.bind;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Finds the constructor of a Java record or of an immutable class by the types of its parameters.
 *
 * @param access what may be accessed
 * @param type the class
 * @param structPath how messages name the struct
 * @param mismatches where to add why the constructor cannot be called
 */
record ConstructorBinder(DtoAccess access, Class<?> type, String structPath, List<String> mismatches) {

    /** Whether generated code can call it as the source does, with no handle. */
    boolean isCalledByName(Class<?>[] parameters) {
        return access.isNestmate(type) && Arrays.stream(parameters).allMatch(access::canName);
    }

    /** The handle that calls it, of parameters and a result as generated code has them; null if it cannot be called. */
    @Nullable
    MethodHandle handle(Class<?>[] parameters) {
        String kind = type.isRecord() ? "record" : "class";
        String constructorName = type.isRecord() ? "canonical constructor" : "constructor";
        int slots = Arrays.stream(parameters)
                .mapToInt(parameter -> Type.getType(parameter).getSize())
                .sum();
        if (slots > DtoAccess.MAX_CONSTRUCTOR_SLOTS) {
            mismatches.add(structPath + ": the " + constructorName + " has parameters of slots=" + slots
                    + ", a long or a double has two; expected at most " + DtoAccess.MAX_CONSTRUCTOR_SLOTS + " of a "
                    + kind + " that " + access.hostName() + " is no nestmate of; move "
                    + (type.isRecord() ? "components" : "fields") + " to a nested " + kind);
            return null;
        }
        try {
            // Not findConstructor: it would bind the names of the parameters' types to these types in the lookup's
            // class loader (a loader constraint). Records of another loader, with other types of these names, could
            // then not be bound.
            MethodHandle constructor = access.in(type)
                    .unreflectConstructor(type.getDeclaredConstructor(parameters))
                    .asFixedArity();
            return constructor.asType(MethodType.methodType(
                    Object.class, Arrays.stream(parameters).map(access::inCode).toArray(Class<?>[]::new)));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            mismatches.add(structPath + ": the " + constructorName + " is not accessible to " + access.caller() + "; "
                    + access.remedy(
                            type,
                            "make the " + kind + (type.isRecord() ? "" : " and the constructor")
                                    + " public in an exported package, or bind it in its own module",
                            "bind it in its own module"));
            return null;
        }
    }
}
