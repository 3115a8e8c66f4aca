package dev.verbatim.map;

/**
 * What a process has seen of a word of the index, and of the entry that the word leads to.
 *
 * @param key the key of the entry
 * @param value the value of the entry, 0 if it is a tombstone or there is none
 * @param prepared whether the entry was not committed
 * @param origin the position of the entry that a copy stands for, its own if it is none
 */
record ModelSeen(int file, int place, int word, int key, int value, boolean prepared, int origin) {

    private static final int PLACE = 2;
    private static final int WORD = 5;
    private static final int KEY = 13;
    private static final int VALUE = 14;
    private static final int PREPARED = 17;
    private static final int ORIGIN = 18;

    /** {@return what there is to see of a word that leads to no entry} */
    static ModelSeen bare(int file, int place, int word) {
        return new ModelSeen(file, place, word, 0, 0, false, 0);
    }

    /** {@return what is kept of a word that does not matter} */
    static ModelSeen passed(int file, int place) {
        return bare(file, place, ModelWord.PASSED);
    }

    ModelSeen unsealed() {
        return new ModelSeen(file, place, ModelWord.unsealed(word), key, value, prepared, origin);
    }

    int position() {
        return ModelWord.position(word);
    }

    /**
     * {@return what an operation that has seen this tells its caller, as {@link ModelPromises#told}; 0 if nothing}
     */
    int told() {
        return ModelWord.isEntry(word) ? ModelPromises.told(origin, value == 0) : 0;
    }

    /** {@return this in fewer bits than {@link ModelRun} has for a result} */
    int encode() {
        return file
                | place << PLACE
                | word << WORD
                | key << KEY
                | value << VALUE
                | (prepared ? 1 : 0) << PREPARED
                | origin << ORIGIN;
    }

    static ModelSeen decode(int code) {
        return new ModelSeen(
                code & 3,
                code >> PLACE & 7,
                code >> WORD & 0xff,
                code >> KEY & 1,
                code >> VALUE & 7,
                (code >> PREPARED & 1) != 0,
                code >> ORIGIN & 15);
    }
}
