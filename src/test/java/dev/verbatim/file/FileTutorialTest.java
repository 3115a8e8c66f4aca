package dev.verbatim.file;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of {@code docs/files.md} on structs that change in place, and on files of an older layout. */
class FileTutorialTest {

    interface QuoteView extends StructView {
        ViewFactory<QuoteView> VIEWS = ViewFactory.of(lookup(), QuoteView.class, Quote.CODEC.layout());

        double bid();

        void bid(double bid);
    }

    static void move(Path path, double by) throws IOException {
        // @start region="in place"
        try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
            QuoteView.VIEWS.list(file.segment()).forEach(quote -> quote.bid(quote.bid() + by));
            file.force();
        }
        // @end
    }

    // @start region="older"
    record NewerQuote(long id, double bid, double ask, int venue) {
        static final StructCodec<NewerQuote> CODEC = StructCodec.ofRecord(
                lookup(),
                NewerQuote.class,
                Layouts.struct(
                        JAVA_LONG.withName("id"),
                        JAVA_DOUBLE.withName("bid"),
                        JAVA_DOUBLE.withName("ask"),
                        JAVA_INT.withName("venue")));
    }

    static StructFile<NewerQuote> openNewer(Path path) throws IOException {
        if (!StructFile.dtypes(path).containsKey("venue")) { // written when quotes had none
            Path newer = path.resolveSibling(path.getFileName() + ".newer");
            try (StructFile<Quote> old = StructFile.openReadWrite(path, Quote.CODEC)) { // so nobody else writes it
                Files.deleteIfExists(newer);
                try (StructFile<NewerQuote> file = StructFile.create(newer, NewerQuote.CODEC)) {
                    for (Quote quote : Quote.CODEC.list(old.segment())) {
                        file.append(new NewerQuote(quote.id(), quote.bid(), quote.ask(), 1));
                    }
                    file.force();
                }
                Files.move(newer, path, ATOMIC_MOVE);
            }
        }
        return StructFile.openReadWrite(path, NewerQuote.CODEC);
    }
    // @end

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void makeAFile() throws IOException {
        path = folder.resolve("quotes.npy");
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(new Quote(1, 99.5, 100.5));
            file.append(new Quote(2, 99.75, 100.25));
        }
    }

    @Test
    void aViewChangesStructsInPlace() throws IOException {
        move(path, 0.25);
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            assertEquals(
                    List.of(new Quote(1, 99.75, 100.5), new Quote(2, 100, 100.25)),
                    file.stream().toList());
            assertThrows(
                    IllegalArgumentException.class,
                    () -> QuoteView.VIEWS.wrap(file.segment(), 0).bid(1));
        }
    }

    @Test
    void aFileOfAnOlderLayoutIsWrittenAnew() throws IOException {
        LayoutMismatchException e = assertThrows(
                LayoutMismatchException.class,
                () -> StructFile.open(path, NewerQuote.CODEC).close());
        assertEquals(
                "byteSize: the layout has 32 bytes, the file's records have 24; leave out what the file does not have,"
                        + " padding included",
                e.mismatches().getLast());
        List<NewerQuote> quotes = List.of(new NewerQuote(1, 99.5, 100.5, 1), new NewerQuote(2, 99.75, 100.25, 1));
        for (int i = 0; i < 2; i++) {
            try (StructFile<NewerQuote> file = openNewer(path)) {
                assertEquals(quotes, file.stream().toList());
                if (i == 1) {
                    file.append(new NewerQuote(3, 99, 101, 2));
                }
            }
        }
        assertTrue(StructFile.dtypes(path).containsKey("venue"));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(path), files.toList());
        }
    }
}
