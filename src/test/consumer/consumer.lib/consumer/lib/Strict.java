package consumer.lib;

/** An immutable class that throws what it is told to, where it is made and where it is asked. */
public final class Strict {
    public static RuntimeException onNegative = new IllegalStateException();
    public static RuntimeException onThirteen = new IllegalStateException();

    private final int code;

    public Strict(int code) {
        if (code < 0) {
            throw onNegative;
        }
        this.code = code;
    }

    public int code() {
        if (code == 13) {
            throw onThirteen;
        }
        return code;
    }
}
