package dev.verbatim.leaving;

/** What the old program stores. */
// @start region="position"
final class Position {
    long account;
    int instrument;
    byte side; // 'B' or 'S'
    boolean open;
    double price;
    int quantity;
    long time; // nanoseconds since 1970
}
// @end
