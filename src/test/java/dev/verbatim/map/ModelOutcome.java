package dev.verbatim.map;

/**
 * How an operation has ended.
 *
 * @param told what it tells its caller of a key, as {@link ModelPromises#told}; 0 if nothing
 */
record ModelOutcome(int result, int told) {

    /** Of what is not an operation of a key. */
    static final ModelOutcome DONE = new ModelOutcome(1, 0);
}
