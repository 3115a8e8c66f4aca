package consumer;

/** In this package, but in a nest of its own, and it hides all it has. */
final class Pair {
    private final byte left;
    private final byte right;

    private Pair(byte right, byte left) {
        this.left = left;
        this.right = right;
    }

    static Pair of(int left, int right) {
        return new Pair((byte) right, (byte) left);
    }
}
