package dev.verbatim.kafka;

import org.jspecify.annotations.Nullable;

/** Where the texts of layouts are kept, under their fingerprints. Any thread may use it. */
interface LayoutTexts extends AutoCloseable {

    /** Keeps nothing: for whoever reads and writes the layouts of its own codecs only. */
    LayoutTexts NONE = new LayoutTexts() {
        @Override
        public @Nullable String find(LayoutFingerprint fingerprint) {
            return null;
        }

        @Override
        public void publish(String text) {}

        @Override
        public String toString() {
            return "no topic of layouts: this deserializer was not configured with bootstrap.servers";
        }
    };

    /** {@return the text of a fingerprint; null if it is not kept} */
    @Nullable
    String find(LayoutFingerprint fingerprint);

    /** Keeps a text, unless it is kept already. When this returns, everybody finds it. */
    void publish(String text);

    @Override
    default void close() {}
}
