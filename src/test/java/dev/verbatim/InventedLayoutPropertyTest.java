package dev.verbatim;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.baseline.ByteBufferBaseline;

/** Codecs of invented layouts write and read the bytes that a {@link java.nio.ByteBuffer} does. */
class InventedLayoutPropertyTest extends InventedLayoutProperties {

    @Override
    Baseline baseline() {
        return new ByteBufferBaseline();
    }
}
