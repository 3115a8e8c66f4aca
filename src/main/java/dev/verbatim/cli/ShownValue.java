package dev.verbatim.cli;

import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a {@link LayoutReader} has read, as it is shown: bytes become the text that {@link ByteText} makes of them. */
final class ShownValue {

    private ShownValue() {}

    /**
     * {@return a value as it is shown}
     *
     * @param layout its layout, which tells bytes that are padded from those that are not
     * @param value a reader's value, or null
     */
    static @Nullable Object of(MemoryLayout layout, @Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> layout instanceof SequenceLayout ? ByteText.ofPadded(bytes) : ByteText.of(bytes);
            case Map<?, ?> struct -> struct((StructLayout) layout, struct);
            case List<?> elements -> {
                MemoryLayout element = layout instanceof SequenceLayout sequence
                        ? sequence.elementLayout()
                        : Layouts.varRefElement(layout).orElseThrow();
                List<@Nullable Object> shown = new ArrayList<>();
                elements.forEach(each -> shown.add(of(element, each)));
                yield shown;
            }
            case null, default -> value;
        };
    }

    private static Map<String, @Nullable Object> struct(StructLayout layout, Map<?, ?> values) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        for (Layouts.Member member : Layouts.members(layout)) {
            if (values.containsKey(member.name())) { // the reader leaves out the header of a variable-length record
                shown.put(member.name(), of(member.layout(), values.get(member.name())));
            }
        }
        return shown;
    }
}
