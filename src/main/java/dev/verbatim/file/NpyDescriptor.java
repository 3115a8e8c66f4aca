package dev.verbatim.file;

import java.nio.charset.StandardCharsets;

/**
 * The bytes of a {@code .npy} file, as Verbatim writes them.
 *
 * <pre>
 *  offset                                                         version 1.0    2.0 and 3.0
 *       0  6 bytes   magic: 0x93 'N' 'U' 'M' 'P' 'Y'
 *       6  1 byte    major version
 *       7  1 byte    minor version, 0
 *       8  uint LE   length of the header text                    2 bytes        4 bytes
 *  10, 12  text      a Python dict, blanks, '\n'                  Latin-1        2.0 Latin-1, 3.0 UTF-8
 *    64·k  structs   byteSize bytes each
 * </pre>
 *
 * The header text is
 *
 * <pre>
 * {'descr': [('id', '&lt;i8'), ('', '|V4'), …], 'fortran_order': False, 'shape': (                   3,), }
 *                                                                           └─ COUNT_COLUMNS ─┘
 * </pre>
 *
 * Its count is right-aligned with blanks in a field of fixed width. The field is placed so that its last eight columns
 * are one aligned word: see {@link NpyCount}.
 *
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">The .npy format</a>
 */
final class NpyDescriptor {

    /** The first bytes of the file. */
    static final byte[] MAGIC = "\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1);

    /** The offset of the major version, one byte. */
    static final int MAJOR_VERSION_OFFSET = MAGIC.length;

    /** The offset of the minor version, one byte. */
    static final int MINOR_VERSION_OFFSET = MAJOR_VERSION_OFFSET + 1;

    /** The offset of the header's length: 2 bytes in version 1.0, 4 bytes in later ones, little-endian. */
    static final int HEADER_LENGTH_OFFSET = MINOR_VERSION_OFFSET + 1;

    /** The offset of the header's text in version 1.0. */
    static final int HEADER_OFFSET_1 = HEADER_LENGTH_OFFSET + Short.BYTES;

    /** The offset of the header's text in versions 2.0 and 3.0. */
    static final int HEADER_OFFSET_2 = HEADER_LENGTH_OFFSET + Integer.BYTES;

    /** The longest header text of version 1.0 in bytes. */
    static final int MAX_HEADER_LENGTH_1 = 0xFFFF;

    /** The structs begin at a multiple of this. */
    static final int RECORD_ALIGNMENT = 64;

    /** The width of the count in the shape, in bytes. */
    static final int COUNT_COLUMNS = 20;

    /** {@code np.load} refuses longer header texts unless it is told {@code max_header_size}, in bytes. */
    static final int NUMPY_MAX_HEADER_LENGTH = 10_000;

    private NpyDescriptor() {}

    /** {@return the offset of the header's text in a version of the format} */
    static int headerOffset(int majorVersion) {
        return majorVersion == 1 ? HEADER_OFFSET_1 : HEADER_OFFSET_2;
    }
}
