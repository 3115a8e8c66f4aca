package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table that OpenJDK's JOL prints of a class: where one JVM, with its flags, has put the fields of an object.
 *
 * <pre>
 *   Trade object internals:
 *   OFF  SZ      TYPE DESCRIPTION               VALUE
 *     0   8           (object header: mark)     0x0000000000000001 (non-biasable; age: 0)
 *     8   4           (object header: class)    0x01052210
 *    12   4       int Base.sequence             0
 *    16   8      long Base.time                 0
 *    24   1      byte Trade.side                0
 *    25   7           (object alignment gap)
 *   Instance size: 32 bytes
 * </pre>
 */
final class JolText {

    private static final String EXPECTED = "the table that 'java -jar jol-cli.jar internals CLASS' prints";
    private static final Pattern TITLE = Pattern.compile("(\\S+) object internals:\\s*");
    private static final Pattern ROW =
            Pattern.compile("\\s*(\\d{1,9})\\s+(\\d{1,9})\\s+(?:\\(.*|(\\S+) (\\S+)(?:\\s.*)?)");
    private static final Pattern END = Pattern.compile("Instance size: (\\d{1,9}) bytes.*");

    private static final Map<String, ValueLayout> VALUES = List.<ValueLayout>of(
                    ValueLayout.JAVA_BOOLEAN,
                    ValueLayout.JAVA_BYTE,
                    ValueLayout.JAVA_CHAR_UNALIGNED,
                    ValueLayout.JAVA_SHORT_UNALIGNED,
                    ValueLayout.JAVA_INT_UNALIGNED,
                    ValueLayout.JAVA_LONG_UNALIGNED,
                    ValueLayout.JAVA_FLOAT_UNALIGNED,
                    ValueLayout.JAVA_DOUBLE_UNALIGNED)
            .stream()
            .collect(Collectors.toMap(
                    layout -> layout.carrier().getName(), layout -> layout.withOrder(ByteOrder.LITTLE_ENDIAN)));

    /** A field: its type, its class and name, and its place in the object. */
    private record Field(String type, String path, long offset, long byteSize) {

        String name() {
            return path.substring(path.lastIndexOf('.') + 1);
        }

        long end() {
            return offset + byteSize;
        }

        boolean isPrimitive() {
            return VALUES.containsKey(type);
        }

        @Override
        public String toString() {
            return "field `" + path + "` of type " + type + " at " + offset + " to " + end();
        }
    }

    private final String className;
    private final List<Field> fields;
    private final long instanceSize;

    /** A table: the fields of a class, and the size of its objects. */
    private JolText(String className, List<Field> fields, long instanceSize) {
        this.className = className;
        this.fields = fields;
        this.instanceSize = instanceSize;
    }

    /**
     * Reads a table.
     *
     * @param lines what JOL has printed, with anything else before and after the table
     * @param wanted the name of the class, which may lack its package; null if there is only one
     */
    static JolText parse(List<String> lines, @Nullable String wanted) throws BadInputException {
        List<JolText> tables = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher title = TITLE.matcher(lines.get(i));
            if (title.matches()) {
                String name = title.group(1);
                names.add(name);
                if (wanted == null || name.equals(wanted) || name.endsWith("." + wanted)) {
                    tables.add(table(name, lines.subList(i + 1, lines.size())));
                }
            }
        }
        if (tables.size() == 1) {
            return tables.getFirst();
        }
        if (tables.isEmpty()) {
            throw new BadInputException("expected " + EXPECTED + (wanted == null ? "" : " of " + wanted) + ", found "
                    + (names.isEmpty() ? "none" : "that of " + String.join(", ", names)));
        }
        throw new BadInputException("expected one table, found " + tables.size() + ", of " + String.join(", ", names)
                + (names.size() > 1 ? ": name the class" : ": keep the one of your JVM, which 'internals' prints"));
    }

    private static JolText table(String className, List<String> lines) throws BadInputException {
        List<Field> fields = new ArrayList<>();
        long end = 0;
        for (String line : lines) {
            Matcher last = END.matcher(line);
            Matcher row = ROW.matcher(line);
            if (last.matches()) {
                long instanceSize = Long.parseLong(last.group(1));
                requireNext(className, end, instanceSize, line);
                return new JolText(className, fields, instanceSize);
            } else if (row.matches()) {
                long offset = Long.parseLong(row.group(1));
                long byteSize = Long.parseLong(row.group(2));
                requireNext(className, end, offset, line);
                if (row.group(3) != null) {
                    fields.add(field(row.group(3), row.group(4), offset, byteSize, line));
                }
                end = offset + byteSize;
            } else if (TITLE.matcher(line).matches()) {
                break;
            }
            // Anything else is the heading, or the rest of a value with a line end in it.
        }
        throw new BadInputException(
                "expected the line 'Instance size: N bytes' at the end of the table of " + className + ", found none");
    }

    private static Field field(String type, String path, long offset, long byteSize, String line)
            throws BadInputException {
        ValueLayout value = VALUES.get(type);
        if (value != null && value.byteSize() != byteSize) {
            throw new BadInputException("expected " + value.byteSize() + " bytes for " + type + ", found "
                    + MalformedTextException.quote(line.strip()));
        }
        return new Field(type, path, offset, byteSize);
    }

    private static void requireNext(String className, long end, long offset, String line) throws BadInputException {
        if (offset != end) {
            throw new BadInputException("expected that the table of " + className + " goes on at offset " + end
                    + ", found " + MalformedTextException.quote(line.strip()));
        }
    }

    /** {@return the name of the class} */
    String className() {
        return className;
    }

    /** {@return where the first primitive of the object starts} */
    long start() throws BadInputException {
        return primitives().getFirst().offset();
    }

    /** {@return where the last primitive of the object ends} */
    long end() throws BadInputException {
        return primitives().getLast().end();
    }

    private List<Field> primitives() throws BadInputException {
        List<Field> primitives = fields.stream().filter(Field::isPrimitive).toList();
        if (primitives.isEmpty()) {
            throw new BadInputException("expected fields of primitive types in " + className + ", found none");
        }
        return primitives;
    }

    /** {@return the fields that are not in the bytes from an offset to another one} */
    List<String> outside(long from, long to) {
        return fields.stream()
                .filter(field -> field.end() <= from || field.offset() >= to)
                .map(Field::path)
                .toList();
    }

    /**
     * {@return the layout of the bytes of an object from an offset to another one} Fields outside of them are left out.
     */
    StructLayout block(long from, long to) throws BadInputException {
        if (from < 0 || from >= to || to > instanceSize) {
            throw new BadInputException("expected a block of an object of " + className + ", which has " + instanceSize
                    + " bytes, found from " + from + " to " + to);
        }
        List<Field> inBlock = fields.stream()
                .filter(field -> field.end() > from && field.offset() < to)
                .toList();
        PlacedMembers members = new PlacedMembers();
        Set<String> taken = new HashSet<>();
        for (Field field : inBlock) {
            ValueLayout value = VALUES.get(field.type());
            if (value == null) {
                throw new BadInputException("expected primitives, found " + field + ", a reference, which means nothing"
                        + " outside of its JVM; choose a block without it by --from and --to");
            }
            if (field.offset() < from || field.end() > to) {
                throw new BadInputException("expected whole fields from " + from + " to " + to + ", found " + field);
            }
            boolean hidden = inBlock.stream()
                            .filter(other -> other.name().equals(field.name()))
                            .count()
                    > 1;
            String name = hidden ? field.path().replace('.', '_') : field.name();
            // Superclasses of one name in two packages look the same.
            String unique = name;
            for (int i = 2; !taken.add(unique); i++) {
                unique = name + "_" + i;
            }
            members.add(field.offset() - from, value.withName(unique));
        }
        return members.toStruct(to - from);
    }
}
