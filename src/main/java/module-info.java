/**
 * Writes Java data to memory bit for bit: codecs from DTOs to {@link java.lang.foreign.MemorySegment}s, through
 * explicit layouts, views of what lies there, typed memory-mapped files, a queue, a map, and emissaries that compose
 * interfaces.
 */
module dev.verbatim {
    requires org.objectweb.asm;
    requires static org.jspecify;

    // The command line's, which a program that uses the library need not have.
    requires static info.picocli;
    requires static de.siegmar.fastcsv;
    requires static me.tongfei.progressbar;

    exports dev.verbatim;
    exports dev.verbatim.emissary;
    exports dev.verbatim.file;
    exports dev.verbatim.map;
    exports dev.verbatim.queue;
    exports dev.verbatim.text;

    opens dev.verbatim.cli to
            info.picocli;
}
