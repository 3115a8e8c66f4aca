package consumer.lib;

/** An immutable class with a field that no method returns, and a constructor that no other module can call. */
public final class Sealed {
    private final int code;
    private final int hidden;

    Sealed(int code, int hidden) {
        this.code = code;
        this.hidden = hidden;
    }

    public int code() {
        return code;
    }

    public int sum() {
        return code + hidden;
    }
}
