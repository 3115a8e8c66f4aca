package consumer.lib;

/** A class that another module can fill and cannot make. */
public class Token {
    public int code;

    Token(int code) {
        this.code = code;
    }

    public static Token of(int code) {
        return new Token(code);
    }
}
