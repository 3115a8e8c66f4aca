package consumer.lib;

/** A class that no other module can name, with a field and a method that they see in what extends it. */
abstract class Note {
    public final byte kind;
    private final String text;

    Note(byte kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    public final String getText() {
        return text;
    }
}
