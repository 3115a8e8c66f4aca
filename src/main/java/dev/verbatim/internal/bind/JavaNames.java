package dev.verbatim.internal.bind;

import java.util.Set;

/** Knows which names the Java language has. A struct in C, or a file, may have others. */
final class JavaNames {

    /** The words that no component, field or method is named by (The Java Language Specification, 3.9). */
    private static final Set<String> RESERVED = Set.of(
            ("abstract assert boolean break byte case catch char class const continue default do double else enum"
                            + " extends false final finally float for goto if implements import instanceof int"
                            + " interface long native new null package private protected public return short static"
                            + " strictfp super switch synchronized this throw throws transient true try void volatile"
                            + " while _")
                    .split(" "));

    /** The methods of an object, which no component is named by (8.10.1), as it has a method of its name. */
    private static final Set<String> METHODS =
            Set.of("clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    private JavaNames() {}

    /** Whether a record's component can have a name. */
    static boolean isComponent(String name) {
        return isField(name) && !METHODS.contains(name);
    }

    /** Whether a field can have a name. */
    static boolean isField(String name) {
        return !name.isEmpty()
                && Character.isJavaIdentifierStart(name.codePointAt(0))
                && name.codePoints().allMatch(Character::isJavaIdentifierPart)
                && !RESERVED.contains(name);
    }
}
