package consumer.base;

/** An enum that only this package can name. */
enum Market {
    OPEN,
    CLOSED
}
