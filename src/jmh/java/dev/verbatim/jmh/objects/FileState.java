package dev.verbatim.jmh.objects;

import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A rival that is measured on a file, and where it stands in the round of objects.
 *
 * <p>The file lies in a directory for temporary files, and goes when the measurement ends. The rival is checked before
 * it is measured, in the regime that is measured.
 */
@State(Scope.Thread)
public abstract class FileState<T> {

    /** Whether the file is opened for every trip, or kept open. */
    @Param({"opened", "kept"})
    public String regime;

    private final Subject<T> subject;
    private Path directory;
    private FileTrip<T> trip;
    private boolean kept;
    private int next;

    FileState(Subject<T> subject) {
        this.subject = subject;
    }

    abstract FileTrip<T> trip(Path file);

    @Setup
    public final void open() throws Exception {
        kept = regime.equals("kept");
        directory = Files.createTempDirectory("verbatim-benchmark");
        trip = trip(Files.createFile(file()));
        if (kept) {
            trip.open();
        }
        for (int i = 0; i < subject.count(); i++) {
            T value = subject.value(i);
            subject.check(trip, value, roundTrip(value));
        }
    }

    @TearDown
    public final void delete() throws Exception {
        if (kept) {
            trip.close();
        }
        Files.delete(file());
        Files.delete(directory);
    }

    private Path file() {
        return directory.resolve("object");
    }

    final T roundTrip() throws Exception {
        T value = subject.value(next);
        next = next == Subject.COUNT - 1 ? 0 : next + 1;
        return roundTrip(value);
    }

    private T roundTrip(T value) throws Exception {
        return kept ? trip.kept(value) : trip.opened(value);
    }
}
