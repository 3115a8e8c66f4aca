package consumer.lib;

/** A class whose private field no other module can bind. */
public class Labelled {
    private long label;

    public Labelled() {}

    public long label() {
        return label;
    }
}
