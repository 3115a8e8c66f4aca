package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.ABORTED;
import static dev.verbatim.internal.log.EntryDescriptor.BATCH;
import static dev.verbatim.internal.log.EntryDescriptor.BATCH_WORD_SIZE;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.FREE_WORD;
import static dev.verbatim.internal.log.EntryDescriptor.PADDING;
import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;
import static dev.verbatim.internal.log.EntryDescriptor.PREPARED;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.SegmentDescriptor.FIRST_ENTRY_OFFSET;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.LogReport.Damage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A walk over whole segments that looks at every entry, and can repair what it finds. It aborts a reserved entry, a
 * prepared one if it is not whole or nobody knows any more whether it has taken effect, one whose checksum is wrong, a
 * batch that was not forced and of which something is missing or has a wrong checksum, and what is missing of one that
 * was forced. If the chain of entries breaks off, it pads the segment from there to its end, so that no position in it
 * is given out a second time. It repairs by compare-and-set, and takes back no entry that its appender could still
 * commit.
 */
public final class Scan {

    /** How long a walk waits, in all, for processes that may be clearing the checksum of what they abort. */
    private static final long PATIENCE_NANOS = 500_000_000;

    private static final String CHECKSUM = "checksum=0x%08x";

    private final Segments segments;
    private final ControlFile control;
    private final boolean checked;
    private final boolean repair;
    private final boolean sameBoot;
    private final boolean whole;
    private final EntryChecksum checksum = new EntryChecksum();
    private final List<Damage> damage = new ArrayList<>();
    private long patience = PATIENCE_NANOS;
    private long committed;
    private long aborted;
    private long orphans;
    private long firstLeft = Long.MAX_VALUE;

    /** For each layout of a committed entry, where the first such entry is. A walk that repairs does not ask. */
    private final Map<Integer, Long> layoutIds = new HashMap<>();

    private int lastLayoutId;

    private Scan(Segments segments, ControlFile control, boolean repair, boolean sameBoot, boolean whole) {
        this.segments = segments;
        this.control = control;
        this.checked = control.checksum();
        this.repair = repair;
        this.sameBoot = sameBoot;
        this.whole = whole;
    }

    /**
     * {@return a scan that repairs}
     *
     * @param sameBoot whether the newest segment, of which the control file knows, is there, and it is known which
     *     prepared entries have taken effect
     * @param whole whether nothing can have been lost. If not, a segment may have lost its first entry and not its last
     */
    static Scan repairing(Segments segments, ControlFile control, boolean sameBoot, boolean whole) {
        return new Scan(segments, control, true, sameBoot, whole);
    }

    /**
     * {@return what is found by a walk over all segments, which changes nothing; the log may be in use} A layout of
     * entries that is not stored as it was is found at the first of them.
     *
     * @param progress is told how much is done, from 0 to 1
     */
    public static LogReport look(Log log, DoubleConsumer progress) throws IOException {
        Segments segments = log.segments();
        Scan scan = new Scan(segments, log.control(), false, true, true);
        Map<String, Long> tailers = TailerName.positions(log.control()); // before the end, which may go on
        long from = segments.normalised(segments.oldest() * segments.segmentSize());
        long newest = log.control().newestAcquire(); // which is there by now, or a later one
        List<Long> indices = segments.indices();
        long end = 0;
        for (int i = 0; i < indices.size(); i++) {
            try {
                SegmentFile segment = segments.acquire(indices.get(i));
                try {
                    end = segment.position(scan.segment(segment, segments.segmentSize()));
                } finally {
                    segments.release(segment);
                }
            } catch (NoSuchFileException e) {
                end = (indices.get(i) + 1) * segments.segmentSize(); // deleted since: it was full
            }
            progress.accept((i + 1.0) / indices.size());
        }
        if (newest > (indices.isEmpty() ? 0 : indices.getLast())) {
            scan.note(end, "expected the newest segment, which the control file has as " + newest + ", found none");
        }
        long normalisedEnd = segments.normalised(end);
        tailers.forEach((name, position) -> {
            if (position > normalisedEnd) {
                scan.noteTailer(name, position, normalisedEnd);
            }
        });
        scan.lookAtLayouts(log.layouts());
        return scan.report(from, end);
    }

    /** Adds damage, at the end of the log, for a tailer that is further. */
    void noteTailer(String name, long position, long end) {
        note(
                end,
                "expected tailer=" + name + " at or before the end, found position=" + position
                        + (repair ? "; it is at the end" : ""));
    }

    /** An appender stores a layout before the first entry that has it. */
    private void lookAtLayouts(StoredLayouts layouts) throws IOException {
        for (Map.Entry<Integer, Long> layout : layoutIds.entrySet()) {
            try {
                layouts.load(layout.getKey());
            } catch (StoreException e) {
                note(layout.getValue(), "cannot read the layout of this entry: " + e.getMessage());
            }
        }
        damage.sort(Comparator.comparingLong(Damage::position));
    }

    /**
     * Walks over a segment.
     *
     * @param wholeSize how many bytes of the file are known to be those that were written to it
     * @return the end of its entries, in bytes from the start of the segment
     */
    public long segment(SegmentFile segment, long wholeSize) throws IOException {
        EntryWalk walk = new EntryWalk(segment, FIRST_ENTRY_OFFSET);
        String missing;
        do {
            while (walk.next()) {
                if (EntryDescriptor.state(walk.word()) == BATCH) {
                    batch(segment, walk, wholeSize);
                } else {
                    entry(segment, walk.offset(), walk.word(), wholeSize);
                }
            }
            missing = missingAtStop(segment, walk, wholeSize);
            // An appender may have claimed a free word meanwhile.
        } while (missing != null && walk.isAtFreeWord() && segment.wordAcquire(walk.offset()) != FREE_WORD);
        long end = missing == null ? walk.offset() : breakOff(segment, walk.offset(), walk.word(), missing);
        if (repair) {
            segment.setTailHintOpaque(end);
        }
        return end;
    }

    /** {@return what should be where a walk has stopped; null if nothing should} */
    private @Nullable String missingAtStop(SegmentFile segment, EntryWalk walk, long wholeSize) throws IOException {
        if (walk.isBroken()) {
            return "an entry";
        }
        String reason = walk.isAtFreeWord() ? whyNotTheEnd(segment, walk.offset(), wholeSize) : null;
        return reason == null ? null : "an entry, because " + reason;
    }

    /**
     * {@return why a free word is not the end of the log; null if it is, and nothing was ever written from there on}
     */
    private @Nullable String whyNotTheEnd(SegmentFile segment, long offset, long wholeSize) throws IOException {
        if (!Mappings.isZero(segment.memory().asSlice(offset)) || isAnyUsedAfter(segment.index())) {
            return "others follow";
        }
        if (sameBoot && !whole && segment.index() < control.newestAcquire()) {
            return "a later segment was begun"; // all of which is lost, and nobody could come to this end again
        }
        if (segment.position(offset) < control.durableAcquire()) {
            return "there was one when it was forced";
        }
        return wholeSize < segments.segmentSize() ? "the file was longer" : null;
    }

    /** Looks at all later segments: a loss of power may have taken the next one, or its start, and left the rest. */
    private boolean isAnyUsedAfter(long index) throws IOException {
        for (long later : segments.published()) {
            if (later > index) {
                SegmentFile segment = segments.acquire(later);
                try {
                    if (!(whole ? segment.isEmpty() : segment.isZero())) {
                        return true;
                    }
                } finally {
                    segments.release(segment);
                }
            }
        }
        return false;
    }

    /** {@return the end of the segment: nothing after this can be found} */
    private long breakOff(SegmentFile segment, long offset, long word, String expected) {
        long rest = segments.segmentSize() - offset;
        note(segment, offset, expected, "word=" + EntryDescriptor.describe(word), "the rest of the segment is padding");
        if (repair) {
            segment.compareAndSetWord(offset, word, EntryDescriptor.word(PADDING, 0, 0, rest));
        }
        return segments.segmentSize();
    }

    /**
     * Looks whether all of a batch is there. If it was forced, what is not is given up and the rest stays; before that
     * all must be there, or none.
     */
    private void batch(SegmentFile segment, EntryWalk walk, long wholeSize) {
        long offset = walk.offset();
        long end = EntryDescriptor.batchEnd(walk.word(), offset);
        boolean forced = segment.position(offset) < control.durableAcquire();
        long wholeEnd = wholeEnd(segment, offset + BATCH_WORD_SIZE, end, wholeSize, checked && !forced);
        if (wholeEnd == end) {
            return;
        }
        long found = segment.wordAcquire(wholeEnd);
        String expected = "whole entries up to offset=" + end;
        boolean isChecked = checked
                && !forced
                && EntryDescriptor.state(found) == COMMITTED
                && segment.next(wholeEnd, found) >= 0
                && end(wholeEnd, found) <= wholeSize;
        String broken = "at offset=" + wholeEnd
                + (isChecked
                        ? " an entry with " + CHECKSUM.formatted(segment.checksum(wholeEnd)) + " in place of "
                                + CHECKSUM.formatted(checksum.of(segment, wholeEnd, found))
                        : " word=" + EntryDescriptor.describe(found));
        if (!forced) {
            giveUp(segment, offset, walk.word(), expected, broken);
            walk.passBatch();
        } else {
            note(segment, offset, expected, broken, "what is there is aborted");
            if (repair) {
                int slot = EntryDescriptor.slot(walk.word());
                int generation = EntryDescriptor.generation(walk.word());
                long rest = end - wholeEnd - PAYLOAD_OFFSET;
                segment.compareAndSetWord(wholeEnd, found, EntryDescriptor.word(ABORTED, slot, generation, rest));
                segment.checksum(wholeEnd, 0);
            } else {
                walk.passBatch();
            }
        }
    }

    /**
     * {@return where the entries of a batch end, or the first one starts that is not whole, or leaves no room for
     * another before that end}
     *
     * @param committed whether they must be committed ones, with their checksums
     */
    private long wholeEnd(SegmentFile segment, long from, long end, long wholeSize, boolean committed) {
        long at = from;
        while (at < end) {
            long word = segment.wordAcquire(at);
            int state = EntryDescriptor.state(word);
            long next = state == COMMITTED || state == ABORTED ? segment.next(at, word) : -1;
            boolean isWhole = next >= 0
                    && (next == end || next + PAYLOAD_OFFSET <= end)
                    && end(at, word) <= wholeSize
                    && (!committed || (state == COMMITTED && hasChecksum(segment, at, word)));
            if (!isWhole) {
                return at;
            }
            at = next;
        }
        return end;
    }

    private boolean hasChecksum(SegmentFile segment, long offset, long word) {
        return segment.checksum(offset) == checksum.of(segment, offset, word);
    }

    /** {@return whether what is aborted has the checksum of a whole entry, or has entries in it that have theirs} */
    private boolean looksWhole(SegmentFile segment, long offset, long aborted) {
        long end = EntryDescriptor.batchEnd(aborted, offset);
        return segment.checksum(offset) != 0
                && (hasChecksum(segment, offset, aborted)
                        || wholeEnd(segment, offset + BATCH_WORD_SIZE, end, segments.segmentSize(), true) == end);
    }

    private void entry(SegmentFile segment, long offset, long word, long wholeSize) {
        switch (EntryDescriptor.state(word)) {
            case RESERVED -> {
                orphans++;
                giveUpUnless(false, segment, offset, word);
            }
            case PREPARED -> {
                orphans++;
                giveUpUnless(sameBoot && isWhole(segment, offset, word, wholeSize), segment, offset, word);
            }
            case COMMITTED -> committed(segment, offset, word, wholeSize);
            case ABORTED -> {
                aborted++;
                if (checked && (repair ? looksWhole(segment, offset, word) : staysWhole(segment, offset, word))) {
                    note(segment, offset, "no checksum of an aborted entry", "that of a whole one", "it stays aborted");
                    if (repair) {
                        segment.checksum(offset, 0);
                    }
                }
            }
            default -> {
                // padding; nobody reads what is under it
            }
        }
    }

    /** {@return whether an aborted entry looks whole, also when who aborts it has had time to clear the checksum} */
    private boolean staysWhole(SegmentFile segment, long offset, long aborted) {
        long start = System.nanoTime();
        boolean looksWhole = looksWhole(segment, offset, aborted);
        while (looksWhole && System.nanoTime() - start < patience) {
            Thread.onSpinWait();
            looksWhole = looksWhole(segment, offset, aborted);
        }
        patience -= Math.min(patience, System.nanoTime() - start);
        return looksWhole;
    }

    /** Aborts an entry unless it is left to be settled, or its owner has lost its locks and is at work on it. */
    private void giveUpUnless(boolean left, SegmentFile segment, long offset, long word) {
        if (repair && (left || !segment.abort(offset, word))) {
            firstLeft = Math.min(firstLeft, segment.position(offset));
        }
    }

    private boolean isWhole(SegmentFile segment, long offset, long word, long wholeSize) {
        return end(offset, word) <= wholeSize && (!checked || hasChecksum(segment, offset, word));
    }

    /** {@return where the payload of an entry ends} */
    private static long end(long offset, long word) {
        return offset + PAYLOAD_OFFSET + EntryDescriptor.length(word);
    }

    private void committed(SegmentFile segment, long offset, long word, long wholeSize) {
        long end = end(offset, word);
        if (end > wholeSize) {
            giveUp(segment, offset, word, "an entry up to offset=" + end, "a file of " + wholeSize + " bytes");
        } else if (checked && !hasChecksum(segment, offset, word)) {
            giveUp(
                    segment,
                    offset,
                    word,
                    CHECKSUM.formatted(checksum.of(segment, offset, word)),
                    CHECKSUM.formatted(segment.checksum(offset)));
        } else {
            committed++;
            if (!repair) {
                noteLayout(segment, offset);
            }
        }
    }

    private void noteLayout(SegmentFile segment, long offset) {
        int id = segment.layoutId(offset);
        if (id != lastLayoutId) { // most entries have the layout of the one before
            lastLayoutId = id;
            if (id != 0) {
                layoutIds.putIfAbsent(id, segment.position(offset));
            }
        }
    }

    private void giveUp(SegmentFile segment, long offset, long word, String expected, String found) {
        String what = EntryDescriptor.state(word) == BATCH ? "batch" : "entry";
        note(segment, offset, expected, found, "the " + what + " is aborted");
        if (repair) {
            segment.compareAndSetWord(offset, word, EntryDescriptor.withState(word, ABORTED));
            segment.checksum(offset, 0);
        }
    }

    private void note(SegmentFile segment, long offset, String expected, String found, String repaired) {
        note(segment.position(offset), "expected " + expected + ", found " + found + (repair ? "; " + repaired : ""));
    }

    /** {@return the position of the first entry that was left to be settled; a later one than any if there is none} */
    long firstLeft() {
        return firstLeft;
    }

    /** Adds damage that is not in an entry. */
    void note(long position, String description) {
        damage.add(new Damage(position, description));
    }

    public LogReport report(long from, long to) {
        return new LogReport(from, to, committed, aborted, orphans, damage);
    }
}
