package itch;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;

/** All fields of a message as one line of text, for a checksum that any language can calculate. */
final class MessageText {

    private MessageText() {}

    /** {@return the fields with a bar behind each, then a line end} */
    static String of(Message message) {
        StringBuilder line = new StringBuilder();
        append(line, (Record) message);
        return line.append('\n').toString();
    }

    private static void append(StringBuilder line, Record fields) {
        for (RecordComponent component : fields.getClass().getRecordComponents()) {
            try {
                append(line, component.getAccessor().invoke(fields));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("accessors of records of this package", e);
            }
        }
    }

    private static void append(StringBuilder line, Object field) {
        switch (field) {
            case Record nested -> {
                append(line, nested);
                return;
            }
            case Long number -> line.append(Long.toUnsignedString(number));
            case BigDecimal number -> line.append(number.toPlainString());
            case Code code -> line.append(code.code());
            case Boolean value -> line.append(value ? 'Y' : 'N');
            default -> line.append(field); // an int, a letter or a text
        }
        line.append('|');
    }
}
