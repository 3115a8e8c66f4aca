package dev.verbatim.cli;

import dev.verbatim.text.ByteText;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it is shown.
 *
 * @param stored the entry
 * @param members the values of its members; of an entry without a layout the text {@code bytes}; none of a removal
 * @param layout the layout of the members; null if there is none
 * @param keys what its key is made from; null if that is not known
 */
record ShownEntry(
        StoredEntry stored,
        Map<String, @Nullable Object> members,
        @Nullable StructLayout layout,
        @Nullable MapKeys keys) {

    /** The most names that a message lists. */
    private static final int MAX_NAMES = 20;

    /**
     * {@return an entry as it is shown}
     *
     * @throws dev.verbatim.CorruptRecordException if its payload is not of its layout
     * @throws dev.verbatim.StoreException if its layout is missing, or damaged
     * @throws IOException if its layout cannot be read
     */
    static ShownEntry of(StoredEntry entry, LayoutSource layouts) throws IOException {
        MemorySegment payload = entry.payload();
        if (payload == null) {
            return new ShownEntry(entry, Map.of(), null, layouts.keys());
        } else if (entry.layoutId() == LayoutIds.RAW_ID) {
            Map<String, @Nullable Object> bytes = new LinkedHashMap<>();
            bytes.put(MemberPath.RAW, ByteText.of(payload.toArray(ValueLayout.JAVA_BYTE)));
            return new ShownEntry(entry, bytes, null, layouts.keys());
        }
        RecordText text = layouts.text(entry.layoutId());
        return new ShownEntry(entry, StructText.values(text, payload), text.layout(), layouts.keys());
    }

    Map<String, Object> labels() {
        return stored.labels();
    }

    String place() {
        return stored.place();
    }

    boolean isRemoval() {
        return stored.payload() == null;
    }

    /** {@return its value in JSON: an object, a text, or null} */
    @Nullable
    Object value() {
        return isRemoval() ? null : stored.layoutId() == LayoutIds.RAW_ID ? members.get(MemberPath.RAW) : members;
    }

    /** {@return the names that paths can begin with, as paths have them} */
    List<String> names() {
        return Stream.concat(labels().keySet().stream().map(label -> "@" + label), names(members).stream())
                .toList();
    }

    /** {@return the names of members, as paths have them} */
    static List<String> names(Map<?, ?> members) {
        return members.keySet().stream()
                .map(name -> ConditionParser.written(String.valueOf(name)))
                .toList();
    }

    /** {@return names as a message lists them: the first of them} */
    static String listed(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMES)))
                + (names.size() > MAX_NAMES ? ", …" : "");
    }
}
