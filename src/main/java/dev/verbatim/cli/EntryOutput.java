package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine;

/** Prints entries to standard output, and to standard error what is wrong with some. One thread may use it. */
final class EntryOutput implements AutoCloseable {

    /** Flushing is a system call, and too slow after each entry. */
    private static final int FLUSH_INTERVAL = 256;

    private final CommandLine command;
    private final PrintWriter out;
    private final LayoutSource layouts;
    private final EntryOptions options;
    private final EntryPrinter printer;

    /** What was said of entries that the condition cannot be asked about: {@code tail} meets some again. */
    private final Set<String> unreadable = new HashSet<>();

    private long printed;
    private boolean complete = true;
    private boolean closed;

    EntryOutput(CommandLine command, LayoutSource layouts, EntryOptions options) {
        this.command = command;
        this.out = command.getOut();
        this.layouts = layouts;
        this.options = options;
        this.printer = EntryPrinter.of(options, layouts, out);
    }

    /** {@return whether an entry fulfils the condition} One that cannot be read does not; that is said once. */
    boolean isWanted(StoredEntry entry) throws IOException, BadInputException {
        Condition condition = options.condition();
        try {
            return condition == null || condition.holds(ShownEntry.of(entry, layouts));
        } catch (CorruptRecordException | StoreException e) {
            String note = entry.place() + ": " + e.getMessage();
            if (unreadable.add(note)) {
                note(note);
            }
            return false;
        }
    }

    void print(StoredEntry entry) throws IOException, BadInputException {
        try {
            printer.print(entry);
        } catch (CorruptRecordException | StoreException e) {
            note(entry.place() + ": " + e.getMessage());
        }
        printed++;
        if (printed % FLUSH_INTERVAL == 0) {
            closed = out.checkError();
        }
    }

    /** Says why something is not printed. */
    void note(String note) throws IOException {
        complete = false;
        // If both go to a terminal, the lines come in the order in which things happened.
        flush();
        OneLineErrors.print(command, note);
    }

    void notes(Entries entries) throws IOException {
        for (String note : entries.takeNotes()) {
            note(note);
        }
    }

    /** {@return whether everything has been printed} */
    boolean isComplete() {
        return complete;
    }

    void flush() throws IOException {
        printer.flush();
        closed = out.checkError();
    }

    /** {@return whether nobody reads the output any longer: {@code head} stops after some lines} */
    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() throws IOException, BadInputException {
        try {
            printer.finish();
        } finally {
            closed = out.checkError();
        }
    }
}
