package dev.verbatim.cli;

import java.util.StringJoiner;
import org.objectweb.asm.Type;

/** Spells the generic type of a field as Java source does, of its signature in a class file (JVMS 4.7.9.1). */
final class SignatureText {

    private final String signature;
    private int at;

    private SignatureText(String signature) {
        this.signature = signature;
    }

    /** {@return how the type of a signature is spelled; what is none stays as it is} */
    static String of(String signature) {
        try {
            return new SignatureText(signature).type();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return signature; // nobody has checked what the class file says there
        }
    }

    private String type() {
        char kind = signature.charAt(at++);
        return switch (kind) {
            case '[' -> type() + "[]";
            case 'L', 'T' -> named();
            default -> Type.getType(String.valueOf(kind)).getClassName();
        };
    }

    private String named() {
        StringBuilder text = new StringBuilder();
        for (char c = signature.charAt(at++); c != ';'; c = signature.charAt(at++)) {
            text.append(c == '<' ? arguments() : c == '/' ? "." : String.valueOf(c));
        }
        return text.toString();
    }

    private String arguments() {
        StringJoiner arguments = new StringJoiner(", ", "<", ">");
        while (signature.charAt(at) != '>') {
            arguments.add(argument());
        }
        at++;
        return arguments.toString();
    }

    private String argument() {
        char kind = signature.charAt(at);
        at += "*+-".indexOf(kind) >= 0 ? 1 : 0;
        return switch (kind) {
            case '*' -> "?";
            case '+' -> "? extends " + type();
            case '-' -> "? super " + type();
            default -> type();
        };
    }
}
