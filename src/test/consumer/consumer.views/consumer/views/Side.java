package consumer.views;

/** An enum that views read. */
public enum Side {
    BUY,
    SELL
}
