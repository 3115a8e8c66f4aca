package consumer.lib;

/** A class that no other module can name. */
class Guard {
    protected long weight;
}
