package consumer.lib;

/** A class that another module extends, with a private field that a method returns and a protected one. */
public abstract class Numbered {
    private final int number;
    protected final int digit;

    protected Numbered(int number, int digit) {
        this.number = number;
        this.digit = digit;
    }

    public final int getNumber() {
        return number;
    }
}
