package dev.verbatim.jmh.cold;

/** What a process does before it ends. */
enum ColdSubject {
    NOTHING("nothing", "nothing"),
    VAR_HANDLES("varHandles", "a `MarketData` by VarHandles, by hand"),
    CODEC("codec", "a `MarketData` by a codec"),
    TEN_CODECS("codecTen", "of ten types, by ten codecs"),
    HUNDRED_CODECS("codecHundred", "of a hundred types, by a hundred codecs"),
    VIEW("view", "two fields by a view"),
    VAR_CODEC("codecVariable", "a record of variable length");

    private final String rival;
    private final String title;

    ColdSubject(String rival, String title) {
        this.rival = rival;
        this.title = title;
    }

    /** {@return its name in reports} */
    String rival() {
        return rival;
    }

    /** {@return what it writes, as Markdown} */
    String title() {
        return title;
    }
}
