package dev.verbatim.jmh;

/**
 * A DTO of {@link FieldsClasses}: 8 to 128 fields. It is what source code can call the class that is generated.
 *
 * <p>A JVM that measures has loaded one subclass only. C2 relies on that for abstract classes (UseUniqueSubclasses): a
 * field of this type holds an object whose class it knows, as if the field were declared with the generated class, and
 * no rival's cast costs anything.
 */
abstract class FieldsDto {}
