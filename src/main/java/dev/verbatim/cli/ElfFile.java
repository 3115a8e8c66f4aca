package dev.verbatim.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The sections of a 64-bit ELF file, which compilers write on Linux and its like. */
final class ElfFile {

    private static final int MAGIC = 0x7F454C46;
    private static final int CLASS_OFFSET = 4;
    private static final int ENCODING_OFFSET = 5;
    private static final int SECTIONS_OFFSET = 0x28;
    private static final int SECTION_SIZE_OFFSET = 0x3A;
    private static final int SECTION_COUNT_OFFSET = 0x3C;
    private static final int NAMES_INDEX_OFFSET = 0x3E;

    private static final int SECTION_TYPE_OFFSET = 4;
    private static final int SECTION_START_OFFSET = 0x18;
    private static final int SECTION_LENGTH_OFFSET = 0x20;

    private static final int TYPE_WITHOUT_BYTES = 8;

    private final Map<String, ByteBuffer> sections = new HashMap<>();

    private ElfFile() {}

    /** {@return the sections of a file} */
    static ElfFile parse(byte[] bytes) throws BadInputException {
        ByteBuffer file = ByteBuffer.wrap(bytes);
        if (bytes.length <= NAMES_INDEX_OFFSET || file.getInt(0) != MAGIC || file.get(CLASS_OFFSET) != 2) {
            throw new BadInputException("expected that the C compiler writes 64-bit ELF, as on Linux, found another"
                    + " format; name one that does by --cc");
        }
        file.order(file.get(ENCODING_OFFSET) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        ElfFile elf = new ElfFile();
        ByteBuffer names = section(file, file.getShort(NAMES_INDEX_OFFSET));
        for (int i = 0; i < file.getShort(SECTION_COUNT_OFFSET); i++) {
            if (file.getInt(header(file, i) + SECTION_TYPE_OFFSET) != TYPE_WITHOUT_BYTES) {
                elf.sections.put(text(names, file.getInt(header(file, i))), section(file, i));
            }
        }
        return elf;
    }

    private static int header(ByteBuffer file, int index) {
        return Math.toIntExact(file.getLong(SECTIONS_OFFSET)) + index * file.getShort(SECTION_SIZE_OFFSET);
    }

    private static ByteBuffer section(ByteBuffer file, int index) {
        int header = header(file, index);
        int start = Math.toIntExact(file.getLong(header + SECTION_START_OFFSET));
        int length = Math.toIntExact(file.getLong(header + SECTION_LENGTH_OFFSET));
        return file.slice(start, length).order(file.order());
    }

    /** {@return a section, in the byte order of the file; without bytes if there is none} */
    ByteBuffer section(String name) {
        return sections.getOrDefault(name, ByteBuffer.allocate(0));
    }

    /** {@return the text at an offset, which ends before a zero} */
    static String text(ByteBuffer bytes, int offset) {
        int end = offset;
        while (bytes.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - offset];
        bytes.get(offset, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
