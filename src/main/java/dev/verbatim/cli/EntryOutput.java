package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StoreException;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine;

/** Prints entries to standard output, and to standard error what is wrong with some. One thread may use it. */
final class EntryOutput implements AutoCloseable {

    /** Flushing is a system call, and too slow after each entry. */
    private static final int FLUSH_INTERVAL = 256;

    private final CommandLine command;
    private final PrintWriter out;
    private final EntryPrinter printer;
    private long printed;
    private boolean complete = true;
    private boolean closed;

    EntryOutput(CommandLine command, EntryPrinter.LayoutSource layouts, TextFormat format) {
        this.command = command;
        this.out = command.getOut();
        this.printer = EntryPrinter.of(format, layouts, out);
    }

    void print(StoredEntry entry) throws IOException, BadInputException {
        try {
            printer.print(entry);
        } catch (CorruptRecordException | StoreException e) {
            note(entry.place() + ": " + e.getMessage());
        }
        printed++;
        if (printed % FLUSH_INTERVAL == 0) {
            flush();
        }
    }

    /** Says why something is not printed. */
    void note(String note) {
        complete = false;
        // If both go to a terminal, the lines come in the order in which things happened.
        flush();
        OneLineErrors.print(command, note);
    }

    void notes(EntrySource source) {
        source.takeNotes().forEach(this::note);
    }

    /** {@return whether everything has been printed} */
    boolean isComplete() {
        return complete;
    }

    void flush() {
        closed = out.checkError();
    }

    /** {@return whether nobody reads the output any longer: {@code head} stops after some lines} */
    boolean isClosed() {
        return closed;
    }

    /** Says who holds a source up that has stopped before an end: an appender has reserved the entry there. */
    void noteHeld(MappedQueue queue, EntrySource source, long end) throws IOException {
        long position = source.tailer().position();
        if (position < end) {
            String holder = queue.info().reservations().stream()
                    .filter(entry -> entry.position() == position)
                    .findFirst()
                    .map(entry -> ": the appender of slot=" + entry.slot() + " is writing an entry of "
                            + entry.byteSize() + " bytes there")
                    .orElse("");
            noteStopped(position, end, holder);
        }
    }

    /** Says that what comes before an end was not all printed. */
    void noteStopped(long position, long end, String reason) {
        note("stopped at position=" + position + ", " + (end - position) + " bytes before the end" + reason);
    }

    @Override
    public void close() {
        printer.finish();
        flush();
    }
}
