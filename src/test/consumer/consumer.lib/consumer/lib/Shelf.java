package consumer.lib;

/** A class that no other module can name. */
class Shelf {
    public int tag;
}
