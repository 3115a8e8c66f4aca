package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The layouts of entries that are read from a text. One that was given is that of all entries, whatever they name. If
 * there are several, an entry names its own; so it does if none was given, and then the store has to have it.
 */
final class TextLayouts implements LayoutSource {

    private static final String EXAMPLE = ", such as {\"id\":j,\"price\":d}";

    /** By id; null for entries without a layout. */
    private final Map<Integer, @Nullable RecordText> given = new LinkedHashMap<>();

    private final Map<Integer, RecordText> stored = new LinkedHashMap<>();

    private final UnsignedOption unsigned;
    private final EntryLayouts store;

    private TextLayouts(UnsignedOption unsigned, EntryLayouts store) {
        this.unsigned = unsigned;
        this.store = store;
    }

    /**
     * Takes the layouts that the user has given.
     *
     * @param options ids of stored layouts, texts of layouts, or {@code raw}
     * @param unsigned which numbers have no sign
     * @param store the store that entries go to
     * @throws BadInputException if one is none of these, or there are no such numbers
     */
    static TextLayouts of(List<String> options, UnsignedOption unsigned, EntryLayouts store)
            throws IOException, BadInputException {
        TextLayouts layouts = new TextLayouts(unsigned, store);
        for (Map.Entry<Integer, StructLayout> each : store.layouts().entrySet()) {
            layouts.stored.put(each.getKey(), text(each.getValue()));
        }
        for (String option : options) {
            if (isText(option)) {
                StructLayout layout = parsed(option);
                layouts.given.put(LayoutText.id(layout), text(layout));
            } else {
                int id = spelledId(option);
                layouts.given.put(id, id == LayoutIds.RAW_ID ? null : layouts.storedText(id, option));
            }
        }
        layouts.useUnsigned();
        return layouts;
    }

    private void useUnsigned() throws IOException, BadInputException {
        unsigned.requireIn(
                Stream.of(stored, given)
                        .flatMap(texts -> texts.values().stream())
                        .filter(Objects::nonNull)
                        .toList(),
                store);
        stored.replaceAll((id, text) -> unsigned.in(text));
        given.replaceAll((id, text) -> text == null ? null : unsigned.in(text));
    }

    /**
     * Requires that options are ids, texts of layouts, or {@code raw}. Whether an id is that of a stored layout, only a
     * store can say.
     */
    static void requireSpelled(List<String> options) throws BadInputException {
        for (String option : options) {
            if (isText(option)) {
                parsed(option);
            } else {
                spelledId(option);
            }
        }
    }

    /** {@return the layout of a file, which is that of all entries} */
    static TextLayouts ofFile(RecordText text, UnsignedOption unsigned) throws IOException, BadInputException {
        unsigned.requireNoKeys();
        TextLayouts layouts = new TextLayouts(unsigned, Map::of);
        layouts.given.put(LayoutIds.FILE_ID, text);
        layouts.useUnsigned();
        return layouts;
    }

    static int spelledId(String option) throws BadInputException {
        try {
            return LayoutIds.parse(option);
        } catch (BadInputException e) {
            throw new BadInputException(e.getMessage() + ", or the text of a layout" + EXAMPLE);
        }
    }

    /** {@return whether an option is the text of a layout, and not an id} */
    static boolean isText(String option) {
        return option.startsWith("{");
    }

    static StructLayout parsed(String option) throws BadInputException {
        try {
            return LayoutText.parse(option);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--layout: " + e.getMessage());
        }
    }

    static RecordText text(StructLayout layout) throws BadInputException {
        try {
            return RecordText.of(layout);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--layout: " + e.getMessage());
        }
    }

    /** {@return the text of a stored layout; null if none is stored} */
    private @Nullable RecordText find(int id) throws IOException, BadInputException {
        StructLayout layout = stored.containsKey(id) ? null : store.find(id);
        if (layout != null) {
            stored.put(id, unsigned.in(text(layout)));
        }
        return stored.get(id);
    }

    private RecordText storedText(int id, String option) throws IOException, BadInputException {
        RecordText text = find(id);
        if (text == null) {
            throw store.layouts().keySet().isEmpty()
                    ? new BadInputException("--layout " + option + ": expected the text of a layout" + EXAMPLE
                            + ", or raw, because none is stored")
                    : LayoutIds.unknown(option, store.layouts().keySet());
        }
        return text;
    }

    /** {@return the id of the layout that was given for all entries; null if none or several were} */
    @Nullable
    Integer onlyGiven() {
        return given.size() == 1 ? given.keySet().iterator().next() : null;
    }

    /**
     * {@return the id of the layout of an entry}
     *
     * @param named the layout that it names; null if it names none
     */
    int id(@Nullable String named) throws IOException, BadInputException {
        Integer only = onlyGiven();
        if (only != null) {
            return only;
        } else if (named == null) {
            throw new BadInputException("expected --layout, once, because the text does not name its layout"
                    + (store.layouts().keySet().isEmpty()
                            ? ""
                            : "; stored are " + LayoutIds.list(store.layouts().keySet()) + "and there is raw"));
        }
        Map<Integer, ? extends @Nullable RecordText> known = given.isEmpty() ? stored : given;
        for (int id : known.keySet()) {
            if (LayoutIds.toText(id).equals(named)) {
                return id;
            }
        }
        if (given.isEmpty() && named.equals(LayoutIds.toText(LayoutIds.RAW_ID))) {
            return LayoutIds.RAW_ID;
        }
        if (given.isEmpty() && named.matches("[0-9a-f]{8}") && find(LayoutIds.parse(named)) != null) {
            return LayoutIds.parse(named);
        }
        throw new BadInputException("expected a layout that is stored or given by --layout, "
                + LayoutIds.list(given.isEmpty() ? store.layouts().keySet() : given.keySet())
                + "found "
                + MalformedTextException.quote(named));
    }

    @Override
    public @Nullable MapKeys keys() {
        return store.keys();
    }

    @Override
    public RecordText text(int id) {
        RecordText text = given.get(id);
        return text == null ? Objects.requireNonNull(stored.get(id), "a layout that id() has returned") : text;
    }
}
