package consumer.lib;

/** A class that another module binds, with a public field of one that it cannot name. */
public class Box extends Shelf {
    public int width;

    public Box() {}
}
