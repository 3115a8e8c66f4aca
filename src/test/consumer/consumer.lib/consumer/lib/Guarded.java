package consumer.lib;

/** A class that another module extends, and which then has a protected field of one that it cannot name. */
public class Guarded extends Guard {
    public Guarded() {}
}
