package dev.verbatim;

/** Codecs of invented layouts write and read the bytes that a {@link java.nio.ByteBuffer} does. */
class InventedLayoutPropertyTest extends InventedLayoutProperties {

    @Override
    Baseline baseline() {
        return new ByteBufferBaseline();
    }
}
