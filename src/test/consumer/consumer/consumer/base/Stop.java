package consumer.base;

/** A record that only this package can name. */
record Stop(String name, int[] hours) {}
