package dev.verbatim.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A struct in C with the layout that is to be the same.
 *
 * @param type the type in C, {@code struct { ... }}
 * @param layout the layout, of which every member but padding is named
 */
public record CStruct(String type, StructLayout layout) {

    /** One member of a layout, its path as C writes it after the struct's own name. */
    private record Place(String path, long offset, long byteSize) {

        @Override
        public String toString() {
            return path + " " + offset + " " + byteSize;
        }
    }

    /** {@return a layout with its members in C, which has padding where its own rules put it} */
    public static CStruct of(StructLayout layout) {
        return new CStruct("struct {\n" + membersInC(layout.memberLayouts()) + "}", layout);
    }

    private static String membersInC(List<MemoryLayout> members) {
        return members.stream()
                .filter(member -> !(member instanceof PaddingLayout))
                .map(member -> inC(member, member.name().orElseThrow()) + ";\n")
                .collect(Collectors.joining());
    }

    private static String inC(MemoryLayout layout, String name) {
        return switch (layout) {
            // Packed, or the alignment of a member could not be less than that of its type.
            case ValueLayout value ->
                typeInC(value) + " " + name + " __attribute__((packed, aligned(" + value.byteAlignment() + ")))";
            case SequenceLayout sequence -> inC(sequence.elementLayout(), name + "[" + sequence.elementCount() + "]");
            case StructLayout struct -> "struct {\n" + membersInC(struct.memberLayouts()) + "} " + name;
            case UnionLayout union -> "union {\n" + membersInC(union.memberLayouts()) + "} " + name;
            case PaddingLayout padding -> throw new IllegalArgumentException("C has no padding by name: " + padding);
        };
    }

    private static String typeInC(ValueLayout value) {
        return switch (value.carrier().getName()) {
            case "boolean" -> "_Bool";
            case "byte" -> "int8_t";
            case "short" -> "int16_t";
            case "char" -> "uint16_t";
            case "int" -> "int32_t";
            case "long" -> "int64_t";
            case "float" -> "float";
            case "double" -> "double";
            default -> "void *";
        };
    }

    /** {@return the same struct with everything in it packed} */
    public CStruct packed() {
        return new CStruct(
                type.replaceAll("\\b(struct|union) ", "$1 __attribute__((packed)) ")
                        .replaceAll("aligned\\(\\d+\\)", "aligned(1)"),
                Layouts.packed(layout));
    }

    /** Fails unless the compiler, the paths of the layouts and their descriptions agree on all offsets and sizes. */
    public static void assertSameInC(List<CStruct> structs) throws IOException, InterruptedException {
        StringBuilder types = new StringBuilder();
        StringBuilder table = new StringBuilder();
        for (int i = 0; i < structs.size(); i++) {
            String name = "s" + i;
            types.append("typedef " + structs.get(i).type + " " + name + ";\n");
            table.append(row("# alignment", "_Alignof(" + name + ")", "sizeof(" + name + ")"));
            for (Place place : places(structs.get(i).layout)) {
                String member = "((" + name + " *) 0)->" + place.path;
                table.append(row(place.path, "offsetof(" + name + ", " + place.path + ")", "sizeof(" + member + ")"));
            }
        }
        String output = CCompiler.compileAndRun("""
            #include <stddef.h>
            #include <stdint.h>
            #include <stdio.h>
            """ + types + """
            static const struct { const char *name; size_t first, second; } TABLE[] = {
            """ + table + """
            };
            int main(void) {
                for (size_t i = 0; i < sizeof(TABLE) / sizeof(TABLE[0]); i++) {
                    printf("%s %zu %zu\\n", TABLE[i].name, TABLE[i].first, TABLE[i].second);
                }
            }
            """);
        String[] inC = Pattern.compile("^#", Pattern.MULTILINE).split(output, -1);
        assertEquals(structs.size(), inC.length - 1, output);
        for (int i = 0; i < structs.size(); i++) {
            CStruct struct = structs.get(i);
            String whole = " alignment " + struct.layout.byteAlignment() + " " + struct.layout.byteSize() + "\n";
            assertEquals(inC[i + 1], whole + lines(places(struct.layout)), () -> "in C, and by paths: " + struct);
            // As described, an element of an array of arrays is one of a single array.
            String inRows = inC[i + 1].replaceAll("(\\[0\\])+", "[0]");
            assertEquals(inRows, whole + lines(described(struct.layout)), () -> "in C, and as described: " + struct);
        }
    }

    private static String row(String name, String first, String second) {
        return "    {\"" + name + "\", " + first + ", " + second + "},\n";
    }

    private static String lines(List<Place> places) {
        return places.stream().map(place -> place + "\n").collect(Collectors.joining());
    }

    private static List<Place> places(StructLayout layout) {
        List<Place> places = new ArrayList<>();
        addMembers(places, layout, layout, "", List.of());
        return places;
    }

    private static void addMembers(
            List<Place> places,
            StructLayout outermost,
            StructLayout struct,
            String prefix,
            List<PathElement> prefixElements) {
        for (MemoryLayout member : struct.memberLayouts()) {
            if (!(member instanceof PaddingLayout)) {
                String name = member.name().orElseThrow();
                List<PathElement> elements = append(prefixElements, PathElement.groupElement(name));
                addPlace(places, outermost, member, prefix + name, elements);
                addNested(places, outermost, member, prefix + name, elements);
            }
        }
    }

    private static void addNested(
            List<Place> places, StructLayout outermost, MemoryLayout layout, String path, List<PathElement> elements) {
        if (layout instanceof StructLayout struct) {
            addMembers(places, outermost, struct, path + ".", elements);
        } else if (layout instanceof SequenceLayout sequence && sequence.elementCount() > 0) {
            List<PathElement> first = append(elements, PathElement.sequenceElement(0));
            addNested(places, outermost, sequence.elementLayout(), path + "[0]", first);
        }
    }

    private static void addPlace(
            List<Place> places, StructLayout outermost, MemoryLayout layout, String path, List<PathElement> elements) {
        long offset = outermost.byteOffset(elements.toArray(PathElement[]::new));
        places.add(new Place(path, offset, layout.byteSize()));
    }

    private static List<PathElement> append(List<PathElement> path, PathElement element) {
        List<PathElement> longer = new ArrayList<>(path);
        longer.add(element);
        return longer;
    }

    /** The named rows of the layout's description. */
    private static List<Place> described(StructLayout layout) {
        return Layouts.describe(layout)
                .lines()
                .skip(1)
                .map(line -> line.strip().split(" {2,}"))
                .filter(columns -> columns.length == 4)
                .map(columns -> new Place(
                        columns[3].replace("[]", "[0]"), Long.parseLong(columns[0]), Long.parseLong(columns[1])))
                .toList();
    }
}
