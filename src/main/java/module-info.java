/**
 * Writes Java data to memory bit for bit: codecs from DTOs to {@link java.lang.foreign.MemorySegment}s, through explicit
 * layouts, and typed memory-mapped files.
 */
module dev.verbatim {
    requires org.objectweb.asm;
    requires static org.jspecify;

    exports dev.verbatim;
    exports dev.verbatim.file;
}
