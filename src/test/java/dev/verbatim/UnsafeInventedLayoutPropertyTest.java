package dev.verbatim;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.baseline.UnsafeBaseline;
import net.jqwik.api.Tag;

/** Codecs of invented layouts write and read the bytes that {@code sun.misc.Unsafe} does, value by value. */
@Tag("unsafe")
class UnsafeInventedLayoutPropertyTest extends InventedLayoutProperties {

    private final UnsafeBaseline unsafe = new UnsafeBaseline();

    @Override
    Baseline baseline() {
        return unsafe;
    }
}
