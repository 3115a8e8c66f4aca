package dev.verbatim.cli;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the debugging information that C compilers write, of DWARF 2 to 4: a type, a member, a variable. The
 * numbers are those of the DWARF standard, version 4, section 7.5.
 *
 * @param tag what it is
 * @param attributes its numbers and names, by their codes; no others are kept
 * @param children the entries in it
 * @param all all entries by their offsets, which references hold
 */
record DebugEntry(int tag, Map<Integer, Object> attributes, List<DebugEntry> children, Map<Long, DebugEntry> all) {

    static final int ARRAY_TYPE = 0x01;
    static final int ENUMERATION_TYPE = 0x04;
    static final int MEMBER = 0x0D;
    static final int POINTER_TYPE = 0x0F;
    static final int STRUCTURE_TYPE = 0x13;
    static final int TYPEDEF = 0x16;
    static final int UNION_TYPE = 0x17;
    static final int SUBRANGE_TYPE = 0x21;
    static final int BASE_TYPE = 0x24;
    static final int CONST_TYPE = 0x26;
    static final int VARIABLE = 0x34;
    static final int VOLATILE_TYPE = 0x35;
    static final int RESTRICT_TYPE = 0x37;
    static final int ATOMIC_TYPE = 0x47;

    static final int NAME = 0x03;
    static final int BYTE_SIZE = 0x0B;
    static final int BIT_OFFSET = 0x0C;
    static final int BIT_SIZE = 0x0D;
    static final int UPPER_BOUND = 0x2F;
    static final int COUNT = 0x37;
    static final int MEMBER_LOCATION = 0x38;
    static final int ENCODING = 0x3E;
    static final int TYPE = 0x49;
    static final int ENDIANITY = 0x65;
    static final int DATA_BIT_OFFSET = 0x6B;

    // The encodings of base types, of section 7.8.
    static final int BOOLEAN = 0x02;
    static final int FLOAT = 0x04;
    static final int SIGNED = 0x05;
    static final int SIGNED_CHAR = 0x06;
    static final int UNSIGNED = 0x07;
    static final int UNSIGNED_CHAR = 0x08;
    static final int UTF = 0x10;

    private static final int OLDEST_VERSION = 2;
    private static final int NEWEST_VERSION = 4;

    /** How the entries with one code look: their tag, whether they have children, their attributes with their forms. */
    private record Abbreviation(int tag, boolean hasChildren, List<int[]> attributes) {}

    /** Reads the entries of all units, one after the other. */
    private static final class Reader {
        private final ByteBuffer info;
        private final ByteBuffer texts;
        private final Map<Long, DebugEntry> all = new HashMap<>();
        private Map<Long, Abbreviation> abbreviations = Map.of();
        private int unit;
        private int addressSize;

        Reader(ByteBuffer info, ByteBuffer texts) {
            this.info = info;
            this.texts = texts;
        }

        private void readUnit(ByteBuffer allAbbreviations, List<DebugEntry> entries) {
            unit = info.position();
            int end = Math.addExact(info.getInt(), info.position());
            int version = info.getShort();
            if (version < OLDEST_VERSION || version > NEWEST_VERSION) {
                throw new IllegalArgumentException("expected DWARF 2 to 4, found version " + version);
            }
            abbreviations = abbreviations(allAbbreviations.duplicate().position(info.getInt()));
            addressSize = info.get();
            while (info.position() < end) {
                DebugEntry entry = readEntry();
                if (entry != null) {
                    entries.add(entry);
                }
            }
        }

        private static Map<Long, Abbreviation> abbreviations(ByteBuffer in) {
            Map<Long, Abbreviation> abbreviations = new HashMap<>();
            for (long code = unsigned(in); code != 0; code = unsigned(in)) {
                int tag = (int) unsigned(in);
                boolean hasChildren = in.get() != 0;
                List<int[]> attributes = new ArrayList<>();
                while (true) {
                    int[] attribute = {(int) unsigned(in), (int) unsigned(in)};
                    if (attribute[1] == 0) {
                        break;
                    }
                    attributes.add(attribute);
                }
                abbreviations.put(code, new Abbreviation(tag, hasChildren, attributes));
            }
            return abbreviations;
        }

        /** {@return the next entry; null at the end of the children of one} */
        private @Nullable DebugEntry readEntry() {
            long offset = info.position();
            long code = unsigned(info);
            if (code == 0) {
                return null;
            }
            Abbreviation abbreviation = abbreviations.get(code);
            if (abbreviation == null) {
                throw new IllegalArgumentException("expected an abbreviation, found none of code " + code);
            }
            Map<Integer, Object> attributes = new HashMap<>();
            for (int[] attribute : abbreviation.attributes) {
                Object value = readValue(attribute[1]);
                if (value != null) {
                    attributes.put(attribute[0], value);
                }
            }
            List<DebugEntry> children = new ArrayList<>();
            if (abbreviation.hasChildren) {
                for (DebugEntry child = readEntry(); child != null; child = readEntry()) {
                    children.add(child);
                }
            }
            DebugEntry entry = new DebugEntry(abbreviation.tag, attributes, children, all);
            all.put(offset, entry);
            return entry;
        }

        /** {@return a number, a text, or the offset of another entry; null for anything else} */
        private @Nullable Object readValue(int form) {
            return switch (form) {
                case 0x01 -> skip(addressSize);
                case 0x03 -> skip(Short.toUnsignedInt(info.getShort()));
                case 0x04 -> skip(info.getInt());
                case 0x05 -> (long) Short.toUnsignedInt(info.getShort());
                case 0x06 -> Integer.toUnsignedLong(info.getInt());
                case 0x07 -> info.getLong();
                case 0x08 -> {
                    String text = ElfFile.text(info, info.position());
                    while (info.get() != 0) {
                        // to behind the zero
                    }
                    yield text;
                }
                case 0x09, 0x18 -> skip((int) unsigned(info));
                case 0x0A -> skip(Byte.toUnsignedInt(info.get()));
                case 0x0B, 0x0C -> (long) Byte.toUnsignedInt(info.get());
                case 0x0D -> signed(info);
                case 0x0E -> ElfFile.text(texts, info.getInt());
                case 0x0F -> unsigned(info);
                case 0x10, 0x17 -> Integer.toUnsignedLong(info.getInt());
                case 0x11 -> (long) unit + Byte.toUnsignedInt(info.get());
                case 0x12 -> (long) unit + Short.toUnsignedInt(info.getShort());
                case 0x13 -> unit + Integer.toUnsignedLong(info.getInt());
                case 0x14 -> unit + info.getLong();
                case 0x15 -> unit + unsigned(info);
                case 0x19 -> 1L;
                case 0x20 ->
                    throw new IllegalArgumentException("expected types among the other entries, found one in a section"
                            + " of its own; use -fno-debug-types-section");
                default -> throw new IllegalArgumentException("expected a form of DWARF 4, found " + form);
            };
        }

        private @Nullable Object skip(int bytes) {
            info.position(info.position() + bytes);
            return null;
        }

        private static long unsigned(ByteBuffer in) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte b = in.get();
                value |= (long) (b & 0x7F) << shift;
                if (b >= 0) {
                    return value;
                }
            }
        }

        private static long signed(ByteBuffer in) {
            int start = in.position();
            long value = unsigned(in);
            int bits = 7 * (in.position() - start);
            return bits >= Long.SIZE ? value : value << (Long.SIZE - bits) >> (Long.SIZE - bits);
        }
    }

    /** {@return the entries of a file that are in no other one but their unit} */
    static List<DebugEntry> parse(ElfFile file) {
        ByteBuffer info = file.section(".debug_info");
        Reader reader = new Reader(info, file.section(".debug_str"));
        List<DebugEntry> units = new ArrayList<>();
        while (info.hasRemaining()) {
            reader.readUnit(file.section(".debug_abbrev"), units);
        }
        return units.stream().flatMap(unit -> unit.children().stream()).toList();
    }

    /** {@return its name, or null} */
    @Nullable
    String name() {
        return (String) attributes.get(NAME);
    }

    boolean has(int attribute) {
        return attributes.containsKey(attribute);
    }

    /** {@return a number, or 0 where there is none} */
    long number(int attribute) {
        return attributes.get(attribute) instanceof Long number ? number : 0;
    }

    /** {@return the type of this, without the names and qualifiers that it was given; null for void} */
    @Nullable
    DebugEntry type() {
        DebugEntry type = all.get(number(TYPE));
        while (type != null && type.isNameOrQualifier()) {
            type = all.get(type.number(TYPE));
        }
        return type;
    }

    /** {@return whether its type was given one of some names} */
    boolean hasTypeOfName(Set<String> names) {
        DebugEntry type = all.get(number(TYPE));
        while (type != null && type.isNameOrQualifier()) {
            String name = type.name();
            if (name != null && names.contains(name)) {
                return true;
            }
            type = all.get(type.number(TYPE));
        }
        return false;
    }

    private boolean isNameOrQualifier() {
        return tag == TYPEDEF
                || tag == CONST_TYPE
                || tag == VOLATILE_TYPE
                || tag == RESTRICT_TYPE
                || tag == ATOMIC_TYPE;
    }

    /** {@return the entries in this of a kind} */
    List<DebugEntry> children(int wanted) {
        return children.stream().filter(child -> child.tag == wanted).toList();
    }

    @Override
    public String toString() {
        return "entry of tag " + tag + " " + attributes;
    }
}
