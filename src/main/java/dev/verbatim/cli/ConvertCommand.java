package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim convert}: a store or a text made of another one. */
@Command(
        name = "convert",
        header = "Makes a store, CSV or JSON lines of another one of these.",
        description = {
            "",
            "Takes every bit along, padding included, between stores; and every value between a store and a text. What"
                + " cannot be exact is refused, and nothing is left of it: a map has keys and a queue or a file has"
                + " none; a file has structs of one layout, and CSV entries of one layout; only JSON lines and queues"
                + " take several.",
            ""
        })
final class ConvertCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "SOURCE",
            description = "A .npy file, the folder of a queue or a map, or a file of CSV or JSON lines in UTF-8; - is"
                    + " standard input.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path source;

    @Parameters(index = "1", paramLabel = "TARGET", description = "What is made; it must not be there.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path target;

    @Option(
            names = "--to",
            paramLabel = "KIND",
            description =
                    "One of ${COMPLETION-CANDIDATES}. Without it, what the name of the target ends in: .npy, .csv,"
                            + " .json or .jsonl.")
    private @Nullable TargetKind kind;

    @Option(
            names = "--layout",
            paramLabel = "ID|TEXT",
            description = "Of a store, the layout of the entries that are taken, by its id or as raw. Of a text, the"
                    + " layout of the entries, by its text, such as '{\"id\":j,\"price\":d}', or as raw; for JSON lines"
                    + " that name their layouts it can be given more than once. A text of 0x and hexadecimal digits"
                    + " becomes the bytes of these digits.")
    private List<String> layouts = List.of();

    @Option(
            names = "--keys",
            paramLabel = "KIND|TEXT",
            description =
                    "Only of a text that becomes a map: what the keys are made from: LONG, INT, STRING, UUID, BYTES, or"
                            + " the text of a layout.")
    private @Nullable String keys;

    @Option(
            names = "--raw",
            description =
                    "The source has structs of fixed size one behind the other and nothing else, as C writes them;"
                            + " --layout is their layout, as 'layout --text' prints it.")
    private boolean raw;

    @Option(names = "--where", paramLabel = "CONDITION", description = "Takes only these entries, as in 'cat'.")
    private @Nullable String where;

    @Option(
            names = "--skip-damaged",
            description =
                    "Only of a store: names each entry that is damaged, takes all others, and ends with exit code 1 if"
                            + " there was one. Without it nothing is made then.")
    private boolean skipDamaged;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private UnsignedOption unsigned;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private IgnoredColumns ignored;

    private boolean isDamaged;
    private String outcome = "";

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (target.equals(Path.of("-"))) {
            throw new BadInputException("-: expected the name of what is made, found what stands for standard output;"
                    + " 'verbatim cat' prints a store to it, as CSV with --format csv");
        }
        TargetKind to = kind == null ? TargetKind.ofName(target) : kind;
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new BadInputException(target + ": exists already");
        }
        Path folder = target.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new BadInputException(
                    target + ": expected a folder to make it in, found " + (Files.exists(folder) ? "a file" : "none"));
        }
        if (keys != null && !raw && (to != TargetKind.MAP || isStore())) {
            throw new BadInputException("--keys " + keys + ": expected a text that becomes a map, found "
                    + (to == TargetKind.MAP ? source + ", which is no text" : "--to " + to));
        }
        if (skipDamaged && (raw || !isStore())) {
            throw new BadInputException(
                    "--skip-damaged: expected a file, a queue or a map, which knows its layouts, found "
                            + (raw ? "--raw" : source + ", which is a text"));
        }
        if (raw || isStore()) {
            ignored.requireNone(raw ? "--raw" : source + ", which is no text");
        }
        Condition condition = where == null ? null : ConditionParser.parse(where);
        long converted;
        if (raw) {
            converted = ofRawStructs(to, condition);
        } else {
            converted = isStore() ? ofStore(to, condition) : ofText(to, condition);
        }
        spec.commandLine().getOut().println(EntryCopy.count(converted) + " converted" + outcome);
        spec.commandLine().getOut().flush();
        return isDamaged ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    /** {@return whether the source is no text} */
    private boolean isStore() throws IOException, BadInputException {
        if (source.equals(TextEntries.STANDARD_INPUT)) {
            return false;
        }
        if (Files.isRegularFile(source)) {
            try {
                StoreArgument.kind(source);
                return true;
            } catch (BadInputException e) {
                return false;
            }
        }
        if (Files.exists(source) && !Files.isDirectory(source)) {
            return false; // a pipe
        }
        StoreArgument.kind(source);
        return true;
    }

    private long ofStore(TargetKind to, @Nullable Condition condition)
            throws IOException, BadInputException, InterruptedException {
        StoreArgument.Kind from = StoreArgument.kind(source);
        requireExact(from, to);
        if (layouts.size() > 1) {
            throw new BadInputException("--layout " + layouts.getLast()
                    + ": expected the one layout of the entries of a queue or a map that are taken");
        }
        String wanted = layouts.isEmpty() ? null : layouts.getFirst();
        try (Store store = StoreArgument.openToRead(source, from)) {
            store.requireLayout(wanted, false);
            store.use(unsigned);
            try (Entries entries = store.entries(LayoutIds.wanted(wanted), Start.FIRST);
                    EntryCopy copy = new EntryCopy("convert", store.extent(), damage -> found(damage.getMessage()))) {
                Integer given = wanted == null ? null : LayoutIds.parse(wanted);
                return copied(new Undamaged(entries), store, given, condition, copy, store, to);
            }
        }
    }

    private void requireExact(StoreArgument.Kind from, TargetKind to) throws BadInputException {
        boolean hasKeys = from == StoreArgument.Kind.MAP;
        if (to == TargetKind.MAP && !hasKeys) {
            throw new BadInputException(source + ": expected a map or a text, because a map has keys, found a "
                    + from.name().toLowerCase(Locale.ROOT));
        }
        if (hasKeys && (to == TargetKind.NPY || to == TargetKind.QUEUE)) {
            throw new BadInputException(
                    source + ": expected a file, a queue or a text, because the keys of a map have no" + " place in a "
                            + (to == TargetKind.NPY ? "file" : "queue") + ", found a map");
        }
    }

    private long ofText(TargetKind to, @Nullable Condition condition)
            throws IOException, BadInputException, InterruptedException {
        if (to != TargetKind.MAP) {
            unsigned.requireNoKeys();
        }
        TextLayouts textLayouts = TextLayouts.of(layouts, unsigned, new NewMap(NewSink.keys(keys)));
        try (TextEntries entries = TextEntries.open(source, textLayouts, ignored);
                EntryCopy copy = new EntryCopy("convert", -1, EntryCopy.Damage.FAILS)) {
            return copied(entries, textLayouts, textLayouts.onlyGiven(), condition, copy, null, to);
        }
    }

    private long ofRawStructs(TargetKind to, @Nullable Condition condition)
            throws IOException, BadInputException, InterruptedException {
        if (Files.isDirectory(source)) {
            throw new BadInputException(source + ": expected a file of structs for --raw, found a folder");
        } else if (keys != null) {
            throw new BadInputException("--keys " + keys + ": expected a text that becomes a map, found --raw");
        } else if (to == TargetKind.MAP) {
            throw new BadInputException("--raw: expected a target without keys, found --to " + to);
        }
        unsigned.requireNoKeys();
        TextLayouts given = TextLayouts.of(layouts, unsigned, Map::of);
        Integer id = given.onlyGiven();
        if (id == null || id == LayoutIds.RAW_ID) {
            throw new BadInputException(
                    "--raw: expected the one layout of the structs by --layout, such as" + " {\"id\":j,\"price\":d}");
        }
        StructLayout layout = given.text(id).layout();
        if (Layouts.isVarRecord(layout) || layout.byteSize() == 0 || layout.byteSize() > Integer.MAX_VALUE) {
            throw new BadInputException("--raw: expected a layout of 1 to " + Integer.MAX_VALUE + " bytes, found "
                    + (Layouts.isVarRecord(layout) ? "one of variable length" : layout.byteSize()));
        }
        TextEntries.requireText(source);
        try (Entries structs = new RawStructs(source, id, (int) layout.byteSize());
                EntryCopy copy = new EntryCopy("convert", -1, EntryCopy.Damage.FAILS)) {
            return copied(structs, given, id, condition, copy, null, to);
        }
    }

    private long copied(
            Entries entries,
            LayoutSource sourceLayouts,
            @Nullable Integer given,
            @Nullable Condition condition,
            EntryCopy copy,
            @Nullable Store store,
            TargetKind to)
            throws IOException, BadInputException, InterruptedException {
        try (UnfinishedTarget unfinished = new UnfinishedTarget(target)) {
            try {
                EntryCopy.Filter filter =
                        entry -> condition == null || condition.holds(ShownEntry.of(entry, sourceLayouts));
                StoredEntry first = copy.first(entries, sourceLayouts, filter);
                NewSink sinks = new NewSink(unfinished.path(), to, source, store, sourceLayouts, given, keys, unsigned);
                fill(sinks.open(first), first, entries, sourceLayouts, filter, copy, store);
            } catch (CorruptRecordException | MalformedTextException e) {
                throw new IOException(e.getMessage() + notMade(), e);
            } catch (BadInputException e) {
                throw new BadInputException(unfinished.named(String.valueOf(e.getMessage())) + notMade());
            } catch (IOException e) {
                throw new IOException(unfinished.named(OneLineErrors.describe(e)) + notMade(), e);
            }
            unfinished.complete();
        }
        return copy.copied();
    }

    private void fill(
            EntrySink sink,
            @Nullable StoredEntry first,
            Entries entries,
            LayoutSource sourceLayouts,
            EntryCopy.Filter filter,
            EntryCopy copy,
            @Nullable Store store)
            throws IOException, BadInputException, InterruptedException {
        try (sink) {
            try {
                if (first != null) {
                    copy.put(first, entries, sourceLayouts, sink);
                    copy.run(entries, sourceLayouts, sink, filter, entry -> store == null ? -1 : store.progress(entry));
                }
                outcome = sink.outcome(copy.copied());
            } catch (IOException | BadInputException | InterruptedException | RuntimeException e) {
                sink.abandon();
                throw e;
            }
        }
    }

    private String notMade() {
        return "; " + target + " was not made";
    }

    /** Fails because of damage, or says so and goes on. */
    private void found(@Nullable String damage) throws IOException {
        if (!skipDamaged) {
            throw new IOException(damage);
        }
        isDamaged = true;
        OneLineErrors.print(spec.commandLine(), String.valueOf(damage));
    }

    /** A store that is yet to be made, and stores no layouts. */
    private record NewMap(@Nullable MapKeys keys) implements EntryLayouts {
        @Override
        public Map<Integer, StructLayout> layouts() {
            return Map.of();
        }
    }

    /** The entries of a store that can be read, without the others. */
    private final class Undamaged implements Entries {

        private final Entries entries;

        Undamaged(Entries entries) {
            this.entries = entries;
        }

        @Override
        public @Nullable StoredEntry next() throws IOException, BadInputException, InterruptedException {
            StoredEntry entry = entries.next();
            for (String note : entries.takeNotes()) {
                found(note);
            }
            String stopped = entry == null ? entries.stopped() : null;
            if (stopped != null) {
                found(stopped);
            }
            return entry;
        }

        @Override
        public void close() throws IOException {
            entries.close();
        }
    }
}
