package consumer.views;

/** A record that views read. */
public record Level(double price, Side side) {}
