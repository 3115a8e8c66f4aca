package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The snippets about sets and maps: each is a region here, and does what the text there says. */
class ListConversionTutorialTest {

    // @start region="declare"
    record Tag(String key, String value) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("key"), Layouts.varRef("value"));

        static final Conversion<Map<String, String>> MAP = Conversion.ofList(
                Map.class,
                Tag.class,
                map -> map.entrySet().stream()
                        .map(entry -> new Tag(entry.getKey(), entry.getValue()))
                        .toList(),
                list -> {
                    Map<String, String> map = new LinkedHashMap<>();
                    list.forEach(tag -> map.put(tag.key, tag.value));
                    return map;
                });
    }

    record Metric(double value, Map<String, String> tags, Set<String> hosts) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_DOUBLE.withName("value"),
                Layouts.varRef("tags", Tag.LAYOUT),
                Layouts.varRef("hosts", Layouts.varText()));
        static final Conversion<Set<String>> NAMES =
                Conversion.ofList(Set.class, String.class, ArrayList::new, LinkedHashSet::new);
        static final VarCodec<Metric> CODEC = VarCodec.builder(lookup(), Metric.class, LAYOUT)
                .withConversions(Conversions.of(Tag.MAP, NAMES))
                .build();
    }
    // @end

    @Test
    void mapsAndSetsAreStoredAsLists() {
        Metric metric = new Metric(0.5, Map.of("region", "eu"), new LinkedHashSet<>(List.of("b", "a")));
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);

        Metric.CODEC.write(metric, segment, 0);

        Metric read = Metric.CODEC.read(segment, 0);
        assertEquals(metric, read);
        assertEquals("[b, a]", read.hosts().toString());
    }
}
