package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.Durability;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.WaitStrategy;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the documentation. */
class QueueTutorialTest {

    // @start region="record"
    record Quote(long id, double bid, double ask) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask"));
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(lookup(), Quote.class, LAYOUT);
    }
    // @end

    // @start region="news"
    record News(String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("text"));
        static final VarCodec<News> CODEC = VarCodec.ofRecord(lookup(), News.class, LAYOUT);
    }
    // @end

    // @start region="view"
    interface QuoteView extends StructView {
        ViewFactory<QuoteView> VIEWS = ViewFactory.of(lookup(), QuoteView.class, Quote.LAYOUT);

        void id(long id);

        double bid();

        void bid(double bid);

        void ask(double ask);
    }
    // @end

    @TempDir
    Path temporary;

    @Test
    void aQuoteIsAppendedAndRead() throws Exception {
        Path folder = temporary.resolve("quotes");
        List<Quote> received = new ArrayList<>();
        // @start region="queue"
        try (MappedQueue queue = MappedQueue.open(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5));

            // in another thread, or in another process that has opened the same folder
            if (tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(1))) {
                received.add(tailer.poll(Quote.CODEC));
            }
        }
        // @end
        assertEquals(List.of(new Quote(1, 99.5, 100.5)), received);
    }

    @Test
    void anAppendWaitsForTheDevice() throws Exception {
        Path folder = temporary.resolve("quotes");
        // @start region="durability"
        MappedQueue.Builder durable = MappedQueue.builder(folder).durability(Durability.EACH);
        try (MappedQueue queue = durable.open();
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5)); // and it is on the device
        }
        // @end
        try (MappedQueue queue = MappedQueue.builder(folder).readOnly(true).open();
                Tailer tailer = queue.tailer()) {
            assertEquals(new Quote(1, 99.5, 100.5), tailer.poll(Quote.CODEC));
        }
    }

    @Test
    void aQuoteIsWrittenInPlace() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(temporary);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            // @start region="claim"
            QuoteView view = QuoteView.VIEWS.wrap(appender.claim(Quote.LAYOUT), 0);
            view.id(2);
            view.bid(99.25);
            view.ask(100.75);
            long position = appender.commit();
            // @end
            assertEquals(position, tailer.position());
            assertEquals(new Quote(2, 99.25, 100.75), tailer.poll(Quote.CODEC));
        }
    }

    @Test
    void manyQuotesAreAppendedAndReadAtOnce() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(temporary);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            List<Quote> quotes = List.of(new Quote(1, 99.5, 100.5), new Quote(2, 99.25, 100.75));
            List<Quote> received = new ArrayList<>();
            // @start region="batch"
            appender.appendAll(Quote.CODEC, quotes);

            int count = tailer.drain(Quote.CODEC, received::add, 100);
            // @end
            assertEquals(2, count);
            assertEquals(quotes, received);
        }
    }

    @Test
    void aViewReadsManyQuotesInPlace() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(temporary);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.appendAll(Quote.CODEC, List.of(new Quote(1, 99.5, 100.5), new Quote(2, 99.25, 100.75)));
            DoubleSummaryStatistics bids = new DoubleSummaryStatistics();
            // @start region="drainView"
            QuoteView view = QuoteView.VIEWS.unwrapped();
            tailer.drain(view, quote -> bids.accept(quote.bid()), 100);
            // @end
            assertEquals(99.375, bids.getAverage());
        }
    }

    @Test
    void aNamedTailerGoesOn() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(temporary);
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5));
            appender.append(Quote.CODEC, new Quote(2, 99.25, 100.75));
            List<Quote> books = new ArrayList<>();
            // @start region="named"
            try (Tailer tailer = queue.tailer("risk")) {
                Quote quote = tailer.poll(Quote.CODEC);
                while (quote != null) {
                    books.add(quote); // when this is done the entry must not come again
                    tailer.acknowledge();
                    quote = tailer.poll(Quote.CODEC);
                }
            }
            // @end
            assertEquals(2, books.size());
            assertEquals(queue.info().to(), queue.tailerPositions().get("risk"));
        }
    }

    // @start region="readKinds"
    static void readAll(Tailer tailer, Map<Integer, Consumer<MemorySegment>> kinds) throws IOException {
        boolean found = true;
        while (found) {
            found = tailer.read((payload, position, layoutId) -> {
                Consumer<MemorySegment> kind = kinds.get(layoutId);
                if (kind == null) {
                    throw new IllegalStateException("position=" + position + " is of an unknown kind");
                }
                kind.accept(payload);
            });
        }
    }
    // @end

    @Test
    void eachKindOfEntryIsReadByItsCodec() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(temporary);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(News.CODEC, new News("open"));
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5));
            appender.append(News.CODEC, new News("closed"));
            List<Quote> quotes = new ArrayList<>();
            List<News> news = new ArrayList<>();
            // @start region="kinds"
            Map<Integer, Consumer<MemorySegment>> kinds = Map.of(
                    LayoutText.id(Quote.LAYOUT), payload -> quotes.add(Quote.CODEC.read(payload, 0)),
                    LayoutText.id(News.LAYOUT), payload -> news.add(News.CODEC.read(payload, 0)));
            // @end
            readAll(tailer, kinds);
            assertEquals(List.of(new Quote(1, 99.5, 100.5)), quotes);
            assertEquals(List.of(new News("open"), new News("closed")), news);
            long position = appender.append(MemorySegment.ofArray(new byte[3]));
            assertEquals(
                    "position=" + position + " is of an unknown kind",
                    assertThrows(IllegalStateException.class, () -> readAll(tailer, kinds))
                            .getMessage());
            assertEquals(position, tailer.position());
        }
    }

    @Test
    void whatIsOldAndReadIsDeleted() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(temporary)) {
            // @start region="retention"
            int deleted = queue.delete(Retention.ofAge(Duration.ofDays(7)));
            // @end
            assertEquals(0, deleted);
        }
    }
}
