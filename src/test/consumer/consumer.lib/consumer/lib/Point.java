package consumer.lib;

/** A record that another module binds. */
public record Point(double x, double y, int tag) {}
