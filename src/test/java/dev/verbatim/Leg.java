package dev.verbatim;

/** A record in a file of its own, with a component whose type is in another one. */
record Leg(int quantity, OtherNestsTest.Price price) {}
