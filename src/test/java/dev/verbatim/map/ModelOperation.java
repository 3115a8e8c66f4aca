package dev.verbatim.map;

/** What a process does. {@code expected} is the value that a replace expects; an operation has what its kind needs. */
record ModelOperation(Kind kind, int key, int value, int expected) {

    enum Kind {
        PUT,
        PUT_IF_ABSENT,
        REMOVE,
        REPLACE,
        ADD,
        GET,
        RESIZE,
        COMPACT,
        ITERATE,
        REBUILD
    }

    static final ModelOperation RESIZE = new ModelOperation(Kind.RESIZE, 0, 0, 0);
    static final ModelOperation COMPACT = new ModelOperation(Kind.COMPACT, 0, 0, 0);
    static final ModelOperation ITERATE = new ModelOperation(Kind.ITERATE, 0, 0, 0);
    static final ModelOperation REBUILD = new ModelOperation(Kind.REBUILD, 0, 0, 0);

    static ModelOperation put(int key, int value) {
        return new ModelOperation(Kind.PUT, key, value, 0);
    }

    static ModelOperation putIfAbsent(int key, int value) {
        return new ModelOperation(Kind.PUT_IF_ABSENT, key, value, 0);
    }

    static ModelOperation remove(int key) {
        return new ModelOperation(Kind.REMOVE, key, 0, 0);
    }

    static ModelOperation replace(int key, int expected, int value) {
        return new ModelOperation(Kind.REPLACE, key, value, expected);
    }

    /** Adds to a value, in place if nobody is about to replace it. */
    static ModelOperation add(int key, int number) {
        return new ModelOperation(Kind.ADD, key, number, 0);
    }

    static ModelOperation get(int key) {
        return new ModelOperation(Kind.GET, key, 0, 0);
    }

    /** {@return whether this reads or writes one key} */
    boolean isOfKey() {
        return kind.compareTo(Kind.GET) <= 0;
    }

    /** {@return whether this writes its value where the key has an old one; 0 is the value of a key that is absent} */
    boolean writesOver(int old) {
        return switch (kind) {
            case PUT -> true;
            case PUT_IF_ABSENT -> old == 0;
            case REMOVE, ADD -> old != 0;
            case REPLACE -> old == expected;
            default -> false;
        };
    }

    /** {@return the value that a key has after this where it had an old one before} */
    int valueAfter(int old) {
        if (!writesOver(old)) {
            return old;
        }
        return kind == Kind.ADD ? old + value : value;
    }

    /** {@return what this returns where the key has an old value: that, or whether it has written its own} */
    int result(int old) {
        if (kind == Kind.GET || kind == Kind.ADD) {
            return old;
        }
        return writesOver(old) ? 1 : 0;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case PUT -> "put(" + key + ", " + value + ")";
            case PUT_IF_ABSENT -> "putIfAbsent(" + key + ", " + value + ")";
            case REMOVE -> "remove(" + key + ")";
            case REPLACE -> "replace(" + key + ", " + expected + ", " + value + ")";
            case ADD -> "add(" + key + ", " + value + ")";
            case GET -> "get(" + key + ")";
            case RESIZE -> "resize";
            case COMPACT -> "compact";
            case ITERATE -> "iterate";
            case REBUILD -> "rebuild";
        };
    }
}
