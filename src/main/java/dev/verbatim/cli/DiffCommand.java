package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.map.StoredValue;
import dev.verbatim.text.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim diff}: where two stores differ. */
@Command(
        name = "diff",
        header = "Prints where two stores differ, by index or key and by member.",
        description = {
            "",
            "Compares .npy files and queues entry by entry, in their order, and maps key by key: layouts and bytes,"
                    + " and of two files NumPy's types. Positions do not matter. The exit code is 0 if there is no"
                    + " difference, and 1 if there is one.",
            ""
        })
final class DiffCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FIRST", description = "A .npy file, or the folder of a queue or a map.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path firstPath;

    @Parameters(index = "1", paramLabel = "SECOND", description = "A second one. Maps go with maps only.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path secondPath;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description = {"Prints the differences of at most N entries.", "Default: ${DEFAULT-VALUE}"})
    private long limit;

    private long compared;
    private long different;
    private long comparedTypes;
    private long differentTypes;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (limit < 0) {
            throw new BadInputException("--limit " + limit + ": expected 0 or more");
        }
        StoreArgument.Kind firstKind = StoreArgument.kind(firstPath);
        StoreArgument.Kind secondKind = StoreArgument.kind(secondPath);
        if ((firstKind == StoreArgument.Kind.MAP) != (secondKind == StoreArgument.Kind.MAP)) {
            throw new BadInputException("expected two maps, or none, found one: "
                    + (firstKind == StoreArgument.Kind.MAP ? firstPath : secondPath));
        }
        try (Store first = StoreArgument.openToRead(firstPath, firstKind);
                Store second = StoreArgument.openToRead(secondPath, secondKind);
                StoreProgress progress = new StoreProgress("diff", first.extent())) {
            if (first instanceof FileStore one && second instanceof FileStore other) {
                compareTypes(one.dtypes(), other.dtypes());
            }
            if (first instanceof MapStore one && second instanceof MapStore other) {
                compareMaps(one, other, progress);
            } else {
                compareInOrder(first, second, progress);
            }
            if (compared == 0 && first instanceof FileStore one && second instanceof FileStore other) {
                compareTypes(
                        Map.of("layout", LayoutText.of(one.layout(LayoutIds.FILE_ID))),
                        Map.of("layout", LayoutText.of(other.layout(LayoutIds.FILE_ID))));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        boolean isSame = different == 0 && differentTypes == 0;
        String types = differentTypes == 0 ? "" : differentTypes + " of " + comparedTypes + " types and ";
        out.println(
                isSame
                        ? "no difference in " + EntryCopy.count(compared)
                        : types + StepTiming.grouped(different) + " of " + StepTiming.grouped(compared)
                                + " entries differ");
        out.flush();
        return isSame ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** Compares what the layouts do not say, such as the unit of a time. */
    private void compareTypes(Map<String, String> types, Map<String, String> otherTypes) {
        Map<String, String> all = new LinkedHashMap<>(types);
        otherTypes.forEach(all::putIfAbsent);
        for (String path : all.keySet()) {
            comparedTypes++;
            String type = types.getOrDefault(path, "none");
            String other = otherTypes.getOrDefault(path, "none");
            if (!type.equals(other)) {
                differentTypes++;
                spec.commandLine().getOut().print(TerminalText.of(path + ": " + type + " != " + other) + "\n");
            }
        }
    }

    private void compareInOrder(Store first, Store second, StoreProgress progress)
            throws IOException, BadInputException, InterruptedException {
        try (Entries ones = first.entries(id -> true, Start.FIRST);
                Entries others = second.entries(id -> true, Start.FIRST)) {
            StoredEntry one = next(ones);
            StoredEntry other = next(others);
            while (one != null || other != null) {
                compare("index=" + compared, first, one, second, other);
                if (one != null) {
                    progress.passed(first.progress(one));
                }
                one = next(ones);
                other = next(others);
            }
        }
    }

    private void compareMaps(MapStore first, MapStore second, StoreProgress progress)
            throws IOException, BadInputException, InterruptedException {
        String keys = first.info().keyKind()
                + first.info().keyLayout().map(LayoutText::of).orElse("");
        String otherKeys = second.info().keyKind()
                + second.info().keyLayout().map(LayoutText::of).orElse("");
        if (!keys.equals(otherKeys)) {
            throw new BadInputException(
                    "expected maps whose keys are made from the same, found " + keys + " and " + otherKeys);
        }
        try (Entries ones = first.entries(id -> true, Start.FIRST);
                Entries others = second.entries(id -> true, Start.FIRST)) {
            for (StoredEntry one = next(ones); one != null; one = next(ones)) {
                compare(one.place(), first, one, second, find(second, one));
                progress.passed(first.progress(one));
            }
            for (StoredEntry other = next(others); other != null; other = next(others)) {
                if (find(first, other) == null) {
                    compare(other.place(), first, null, second, other);
                }
            }
        }
    }

    /** {@return the entry of a map with the key of another one's; null if there is none} */
    private static @Nullable StoredEntry find(MapStore map, StoredEntry entry) throws IOException, BadInputException {
        Object key = Objects.requireNonNull(entry.labels().get(StoredEntry.KEY));
        StoredValue value = map.get(map.keys().bytes(key));
        return value == null ? null : StoredEntry.of(key, value.layoutId(), value.bytes());
    }

    private static @Nullable StoredEntry next(Entries entries)
            throws IOException, BadInputException, InterruptedException {
        StoredEntry entry = entries.next();
        List<String> notes = entries.takeNotes();
        String stopped = entry == null ? entries.stopped() : null;
        if (!notes.isEmpty() || stopped != null) {
            throw new IOException(notes.isEmpty() ? stopped : notes.getFirst());
        }
        return entry;
    }

    private void compare(
            String place, Store first, @Nullable StoredEntry one, Store second, @Nullable StoredEntry other)
            throws IOException {
        compared++;
        List<String> differences;
        if (one == null || other == null) {
            differences = List.of("only in " + (one == null ? secondPath : firstPath));
        } else {
            String layout = first.layoutText(one.layoutId());
            String otherLayout = second.layoutText(other.layoutId());
            if (layout.equals(otherLayout)) {
                differences = differences(first, one, second, other);
            } else {
                differences = List.of("layout " + layout + " != " + otherLayout);
            }
        }
        if (!differences.isEmpty()) {
            different++;
            if (different <= limit) {
                PrintWriter out = spec.commandLine().getOut();
                differences.forEach(difference -> out.print(place + ": " + difference + "\n"));
            }
        }
    }

    private List<String> differences(Store first, StoredEntry one, Store second, StoredEntry other) throws IOException {
        MemorySegment bytes = Objects.requireNonNull(one.payload());
        MemorySegment otherBytes = Objects.requireNonNull(other.payload());
        long mismatch = bytes.mismatch(otherBytes);
        if (mismatch < 0) {
            return List.of();
        }
        String byteAndOther = hex(bytes, mismatch) + " != " + hex(otherBytes, mismatch);
        List<String> unreadable = new ArrayList<>();
        // The layouts are the same, but only the type of a file has signs; of two files the first one's are shown.
        LayoutSource layouts =
                id -> first instanceof FileStore ? first.text(one.layoutId()) : second.text(other.layoutId());
        Map<String, String> values = values(one, layouts, firstPath, unreadable);
        Map<String, String> otherValues = values(other, layouts, secondPath, unreadable);
        if (!unreadable.isEmpty()) {
            unreadable.addFirst("byte at offset=" + mismatch + ": " + byteAndOther);
            return unreadable;
        }
        Map<String, String> all = new LinkedHashMap<>(values);
        otherValues.forEach(all::putIfAbsent);
        List<String> differences = all.keySet().stream()
                .filter(path -> !Objects.equals(values.get(path), otherValues.get(path)))
                .map(path -> TerminalText.of(path) + ": " + values.getOrDefault(path, "none") + " != "
                        + otherValues.getOrDefault(path, "none"))
                .toList();
        if (!differences.isEmpty()) {
            return differences;
        }
        String place = place(first.text(one.layoutId()).layout(), mismatch);
        return List.of("byte at offset=" + mismatch + ", " + place + ": " + byteAndOther);
    }

    /** {@return the values of an entry by their paths; none if it is not of its layout, and the reason is added} */
    private static Map<String, String> values(
            StoredEntry entry, LayoutSource layouts, Path path, List<String> unreadable) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        try {
            flatten("", ShownEntry.of(entry, layouts).members(), values);
        } catch (CorruptRecordException e) {
            unreadable.add("cannot be read in " + path + ": " + TerminalText.of(String.valueOf(e.getMessage())));
        }
        return values;
    }

    /** Says where a byte is that makes no difference to a value: in padding, or in a truth value that is not 0 or 1. */
    private static String place(StructLayout layout, long offset) {
        if (offset >= layout.byteSize()) {
            return "in the tail, of equal values";
        }
        String member = memberAt("", layout, offset);
        return member == null ? "in no member" : "in member " + TerminalText.of(member) + ", of equal value";
    }

    private static @Nullable String memberAt(String path, MemoryLayout layout, long offset) {
        if (layout instanceof StructLayout struct
                && Layouts.varRefElement(struct).isEmpty()) {
            for (Layouts.Member member : Layouts.members(struct)) {
                long within = offset - member.offset();
                if (within >= 0 && within < member.layout().byteSize()) {
                    return memberAt(MemberPath.ofMember(path, member.name()), member.layout(), within);
                }
            }
            return null;
        } else if (layout instanceof SequenceLayout sequence) {
            long stride = sequence.elementLayout().byteSize();
            return memberAt(path + "[" + offset / stride + "]", sequence.elementLayout(), offset % stride);
        }
        return path;
    }

    private static String hex(MemorySegment bytes, long offset) {
        return offset == bytes.byteSize() ? "none" : "0x%02x".formatted(bytes.get(ValueLayout.JAVA_BYTE, offset));
    }

    private static void flatten(String path, @Nullable Object value, Map<String, String> values) {
        switch (value) {
            case Map<?, ?> members ->
                members.forEach(
                        (name, member) -> flatten(MemberPath.ofMember(path, String.valueOf(name)), member, values));
            case List<?> elements -> {
                for (int i = 0; i < elements.size(); i++) {
                    flatten(path + "[" + i + "]", elements.get(i), values);
                }
            }
            case null, default -> values.put(path, Json.of(value));
        }
    }
}
