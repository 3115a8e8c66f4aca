package dev.verbatim.map;

/**
 * A generation of the index that a process has opened. A file keeps its number when it loses its name.
 *
 * @param early whether the generation before was not over when this one was opened: no operation begins in this one
 */
record ModelHandle(int generation, int file, boolean early) {

    int encode() {
        return generation | file << 2 | (early ? 1 : 0) << 4;
    }

    static ModelHandle decode(int code) {
        return new ModelHandle(code & 3, code >> 2 & 3, (code >> 4 & 1) != 0);
    }
}
