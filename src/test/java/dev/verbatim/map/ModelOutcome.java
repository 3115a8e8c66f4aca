package dev.verbatim.map;

/**
 * How an operation has ended.
 *
 * @param told what it tells its caller of a key, as {@link ModelPromises#told}; 0 if nothing
 */
record ModelOutcome(int result, int told) {

    /** The outcome of an operation that is not of one key. */
    static final ModelOutcome DONE = new ModelOutcome(1, 0);
}
