package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.Member.Accessor;
import dev.verbatim.internal.model.Member.Handles;
import dev.verbatim.internal.model.Member.NestField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A component or a field of a DTO: what a member of the layout can be bound to. */
sealed interface DtoField {

    /** Its declared type. */
    Class<?> type();

    /** Its declared type with the type arguments. */
    Type genericType();

    /** Its name. */
    String name();

    /** Its type and name as in the source, but for packages. */
    default String declaration() {
        return simpleName(genericType()) + " " + name();
    }

    /** A type as in the source, but for packages. */
    static String simpleName(Type type) {
        return switch (type) {
            case Class<?> plain -> plain.getSimpleName();
            case ParameterizedType parameterized ->
                Arrays.stream(parameterized.getActualTypeArguments())
                        .map(DtoField::simpleName)
                        .collect(Collectors.joining(", ", simpleName(parameterized.getRawType()) + "<", ">"));
            case GenericArrayType array -> simpleName(array.getGenericComponentType()) + "[]";
            default -> type.getTypeName();
        };
    }

    /** Whether the layout has to name it. */
    boolean isRequired();

    /** What keeps it from being bound, or null. */
    @Nullable
    String obstacle();

    /** Whether it is a final field of a mutable class, whose object is filled. */
    default boolean isFilledInPlace() {
        return false;
    }

    /** Whether what a final field of a type holds may be an object to fill. */
    static boolean mayBeFilled(Class<?> type) {
        return type.isArray()
                || type == List.class
                || (ValueBinder.isStruct(type) && !type.isRecord() && !ValueBinder.isOfJdk(type));
    }

    /** What to do about that, other than to make the member padding. */
    default String remedyIfObstructed() {
        return "remove `" + obstacle() + "`";
    }

    /** Its declaration, as messages name it. */
    String describe();

    String remedyIfUnbound();

    default String remedyIfInaccessible() {
        return "make it and its class public in an exported package, or bind it in its own module";
    }

    Accessor accessor(DtoAccess access) throws IllegalAccessException;

    /** A component of a Java record. */
    record Component(RecordComponent component) implements DtoField {

        @Override
        public String name() {
            return component.getName();
        }

        @Override
        public Class<?> type() {
            return component.getType();
        }

        @Override
        public Type genericType() {
            return component.getGenericType();
        }

        @Override
        public boolean isRequired() {
            return true;
        }

        @Override
        public @Nullable String obstacle() {
            return null;
        }

        @Override
        public String describe() {
            return "component `" + declaration() + "`";
        }

        @Override
        public String remedyIfUnbound() {
            return "add `" + declaration() + "` to the layout; a record binds all its components";
        }

        @Override
        public Accessor accessor(DtoAccess access) throws IllegalAccessException {
            Class<?> owner = component.getDeclaringRecord();
            if (access.isNestmate(owner)) {
                return new NestField(owner, component.getName(), true);
            }
            boolean isForeign = !access.isOfOwnModule(owner);
            MethodHandle getter = isForeign
                    ? access.in(owner).unreflect(component.getAccessor())
                    : access.in(owner).unreflectGetter(field());
            MethodType typeInCode = MethodType.methodType(access.inCode(type()), Object.class);
            return new Handles(getter.asType(typeInCode), null, isForeign);
        }

        private Field field() {
            try {
                return component.getDeclaringRecord().getDeclaredField(component.getName());
            } catch (NoSuchFieldException e) {
                throw new LinkageError("every component has a field of its name", e);
            }
        }
    }

    /** A field of a class or of its superclasses. */
    sealed interface OfClass extends DtoField {

        /** The field. */
        Field field();

        /** The class of the DTO. */
        Class<?> dto();

        @Override
        default String name() {
            return field().getName();
        }

        @Override
        default Class<?> type() {
            return field().getType();
        }

        @Override
        default Type genericType() {
            return field().getGenericType();
        }

        @Override
        default String describe() {
            Class<?> owner = field().getDeclaringClass();
            return "field `" + declaration() + "`" + (owner == dto() ? "" : " of " + owner.getName());
        }
    }

    /**
     * A field that generated code sets.
     *
     * @param field the field
     * @param dto the class of the DTO
     * @param isLeftOut whether the user has declared that it is left out
     * @param isConstructed whether a constructor with parameters makes the objects
     */
    record InstanceField(Field field, Class<?> dto, boolean isLeftOut, boolean isConstructed) implements OfClass {

        /** What is final and the same in all objects is no part of the values: a logger, a lock. */
        @Override
        public boolean isRequired() {
            return isUnset() ? mayDiffer() : obstacle() == null;
        }

        /** Whether it is final, and that alone keeps it from being set. */
        private boolean isUnset() {
            int modifiers = Modifier.FINAL | Modifier.STATIC | Modifier.TRANSIENT;
            return !isLeftOut && (field.getModifiers() & modifiers) == Modifier.FINAL;
        }

        /** Whether what it has may differ from object to object: it has data, or was given when that was made. */
        private boolean mayDiffer() {
            return HeldData.isIn(field)
                    || ImmutableClass.hasParameter(field.getDeclaringClass(), type())
                    || (!isConstructed && GivenValue.isIn(field, dto));
        }

        @Override
        public @Nullable String obstacle() {
            if (isLeftOut) {
                return LeftOut.OBSTACLE;
            }
            int modifiers = field.getModifiers();
            if (Modifier.isStatic(modifiers)) {
                return "static";
            }
            if (Modifier.isTransient(modifiers)) {
                return Modifier.isFinal(modifiers) ? "final transient" : "transient";
            }
            return Modifier.isFinal(modifiers) && !isFilledInPlace() ? "final" : null;
        }

        @Override
        public boolean isFilledInPlace() {
            Class<?> element = type() == List.class ? ValueBinder.elementClass(type(), genericType()) : null;
            return isUnset() && mayBeFilled(type()) && (element == null || mayBeFilled(element));
        }

        @Override
        public String remedyIfObstructed() {
            if (isLeftOut) {
                return LeftOut.REMEDY;
            }
            boolean mayBeSet = !isConstructed
                    && (field.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) == Modifier.FINAL
                    && !Modifier.isAbstract(dto.getModifiers());
            return (isFilledInPlace() ? "remove `final`" : OfClass.super.remedyIfObstructed())
                    + (isUnset() && HeldData.isHolder(type()) && type() != List.class
                            ? " and store it by a conversion"
                            : "")
                    + (mayBeSet
                            ? ", bind the class by a constructor whose parameters are its fields, if it has one"
                                    + " (ofImmutable or Conversions.withConstructor)"
                            : "");
        }

        @Override
        public String remedyIfUnbound() {
            String leaveOut = ", or " + LeftOut.example(field.getDeclaringClass(), name());
            String add = "add `" + declaration() + "` to the layout";
            String property = isUnset() ? HeldData.property(field) : null;
            if (property != null) {
                return "it has the value of the Kotlin property `" + property + "`; declare that without a delegate, "
                        + (isFilledInPlace() ? add + ", " : "") + "make the field transient (`@delegate:Transient`)"
                        + leaveOut;
            }
            return (obstacle() == null ? add : remedyIfObstructed()) + ", make the field transient" + leaveOut;
        }

        @Override
        public String remedyIfInaccessible() {
            Class<?> owner = field.getDeclaringClass();
            return owner == dto
                    ? OfClass.super.remedyIfInaccessible()
                    : "all fields that a class inherits have to be; make it "
                            + (Modifier.isFinal(field.getModifiers()) ? "" : "public or ") + "transient there, "
                            + LeftOut.example(owner, name()) + ", or bind a class that does not extend "
                            + owner.getName();
        }

        @Override
        public Accessor accessor(DtoAccess access) throws IllegalAccessException {
            Class<?> owner = field.getDeclaringClass();
            // A value that is read is cast to the field's type before it is stored.
            if (access.isNestmate(dto) && access.isNestmate(owner) && access.canName(type())) {
                return new NestField(owner, field.getName(), isFilledInPlace());
            }
            Class<?> target = access.inCode(dto);
            Class<?> value = access.inCode(type());
            if (isFilledInPlace()) {
                return new Handles(access.getter(field, dto).asType(MethodType.methodType(value, target)), null, false);
            }
            Handles handles = access.handles(field, dto);
            return new Handles(
                    handles.getter().asType(MethodType.methodType(value, target)),
                    Objects.requireNonNull(handles.setter()).asType(MethodType.methodType(void.class, target, value)),
                    false);
        }
    }

    /** What sets a field of an immutable class. */
    enum SetBy {
        /** A parameter of the constructor. */
        PARAMETER,
        /** No parameter: the constructor derives it from others, or it is transient. */
        NO_PARAMETER,
        /** It is not known which constructor is called. */
        UNKNOWN,
        /** Nothing of what is stored: the user has declared that it is left out. */
        LEFT_OUT
    }

    /**
     * A field of a class that is made by a constructor with parameters, or of its superclasses. Nothing sets it later.
     *
     * @param field the field
     * @param dto the class of the DTO
     * @param setBy what sets it
     */
    record ConstructorField(Field field, Class<?> dto, SetBy setBy) implements OfClass {

        /** What is final and no parameter, and has no data, is derived from others; what is transient is not stored. */
        @Override
        public boolean isRequired() {
            return setBy == SetBy.PARAMETER;
        }

        @Override
        public @Nullable String obstacle() {
            return switch (setBy) {
                case PARAMETER, UNKNOWN -> null;
                case NO_PARAMETER -> "set by no parameter of the constructor";
                case LEFT_OUT -> LeftOut.OBSTACLE;
            };
        }

        @Override
        public String remedyIfObstructed() {
            return setBy == SetBy.LEFT_OUT
                    ? LeftOut.REMEDY
                    : "declare a constructor that sets it by Conversions.withConstructor";
        }

        @Override
        public String remedyIfUnbound() {
            return "add `" + declaration() + "` to the layout; all that the constructor sets is bound, so else declare"
                    + " one that does without it by Conversions.withConstructor";
        }

        @Override
        public Accessor accessor(DtoAccess access) throws IllegalAccessException {
            Class<?> owner = field.getDeclaringClass();
            if (access.isNestmate(dto) && access.isNestmate(owner)) {
                return new NestField(owner, field.getName(), true);
            }
            MethodType typeInCode = MethodType.methodType(access.inCode(type()), access.inCode(dto));
            try {
                return new Handles(access.getter(field, dto).asType(typeInCode), null, false);
            } catch (IllegalAccessException ofField) {
                return new Handles(method(access).asType(typeInCode), null, true);
            }
        }

        /** The public method that returns the field, as its name says. */
        private MethodHandle method(DtoAccess access) throws IllegalAccessException {
            String capitalised = Character.toUpperCase(name().charAt(0)) + name().substring(1);
            List<String> names = List.of(name(), "get" + capitalised, "is" + capitalised);
            for (String name : names) {
                try {
                    Method method = dto.getMethod(name);
                    if (method.getReturnType() == type() && !Modifier.isStatic(method.getModifiers())) {
                        // The class that declares it need not be accessible.
                        return access.in(dto).findVirtual(dto, name, MethodType.methodType(type()));
                    }
                } catch (NoSuchMethodException e) {
                    // the next name
                }
            }
            throw new IllegalAccessException("there is no public method of " + names + " that returns "
                    + type().getSimpleName() + ", and the field is not public");
        }
    }
}
