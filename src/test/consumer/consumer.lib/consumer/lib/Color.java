package consumer.lib;

/** An enum of another module. */
public enum Color {
    RED,
    GREEN,
    BLUE
}
