package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The snippets about sets, maps and what may be absent: each is a region here, and does what the text there says. */
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
        static final VarCodec<Metric> CODEC =
                VarCodec.ofRecord(lookup(), Metric.class, LAYOUT, Conversions.of(Tag.MAP, NAMES));
    }
    // @end

    // @start region="optional"
    record Reply(long id, Optional<Tag> reason) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("reason", Tag.LAYOUT));
        static final Conversion<Optional<Tag>> AT_MOST_ONE =
                Conversion.ofList(Optional.class, Tag.class, tag -> tag.stream().toList(), list -> {
                    if (list.size() > 1) {
                        throw new IllegalArgumentException("expected at most one reason, found " + list.size());
                    }
                    return list.stream().findFirst();
                });
        static final VarCodec<Reply> CODEC = VarCodec.ofRecord(
                lookup(), Reply.class, LAYOUT, Conversions.none().with("reason", AT_MOST_ONE));
    }
    // @end

    @Test
    void aStructThatMayBeAbsentIsAListOfOneOrNone() {
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);
        for (Optional<Tag> reason : List.of(Optional.<Tag>empty(), Optional.of(new Tag("code", "late")))) {
            Reply reply = new Reply(7, reason);
            Reply.CODEC.write(reply, segment, 0);
            assertEquals(reply, Reply.CODEC.read(segment, 0));
        }
        record Replies(long id, List<Tag> reason) {}
        VarCodec.ofRecord(lookup(), Replies.class, Reply.LAYOUT)
                .write(new Replies(7, List.of(new Tag("a", "b"), new Tag("c", "d"))), segment, 0);
        CorruptRecordException fault = assertThrows(CorruptRecordException.class, () -> Reply.CODEC.read(segment, 0));
        assertTrue(fault.getMessage().contains("expected at most one reason, found 2"), fault::getMessage);
    }

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
