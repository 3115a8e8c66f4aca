package consumer.lib;

import java.util.List;

/** A record with a component of every kind, which another module binds. */
public record Arrow(
        Color color,
        String name,
        int[] marks,
        Point from,
        Vector vector,
        Point[] via,
        List<Point> more,
        List<Vector> vectors) {}
