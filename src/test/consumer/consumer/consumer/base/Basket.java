package consumer.base;

/** A class whose generated code is in this package, in a nest of its own. */
public final class Basket extends Legged {
    private byte id = 11;

    public byte id() {
        return id;
    }
}
