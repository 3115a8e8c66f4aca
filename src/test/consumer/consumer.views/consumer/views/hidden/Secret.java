package consumer.views.hidden;

/** Public, in a package that is not exported. */
public record Secret(long key) {}
