package dev.verbatim.cli;

import static dev.verbatim.c.CStruct.assertSameInC;

import dev.verbatim.c.CStruct;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import dev.verbatim.tools.TempFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** The layout that is printed of any record is that of the same struct in C. */
@Needs(Tool.C_COMPILER)
class ClassLayoutPropertyTest {

    enum Kind {
        VALUE,
        TEXT,
        ARRAY,
        NESTED,
        NESTED_ARRAY,
        NESTED_LIST
    }

    /** Primitives, in Java and in C. */
    private static final List<String[]> PRIMITIVES = List.of(
            new String[] {"boolean", "_Bool"},
            new String[] {"byte", "int8_t"},
            new String[] {"char", "uint16_t"},
            new String[] {"short", "int16_t"},
            new String[] {"int", "int32_t"},
            new String[] {"long", "int64_t"},
            new String[] {"float", "float"},
            new String[] {"double", "double"});

    record Member(Kind kind, int primitive, int length, List<Member> nested) {

        /** {@return its declaration in Java} Adds the classes that it needs. */
        String inJava(String name, List<String> classes) {
            String primitiveName = PRIMITIVES.get(primitive)[0];
            String nestedName = kind.name().startsWith("NESTED") ? javaClass(nested, classes) : "";
            String type = switch (kind) {
                case VALUE -> primitiveName;
                case TEXT -> "String";
                case ARRAY -> primitiveName + "[]";
                case NESTED -> nestedName;
                case NESTED_ARRAY -> nestedName + "[]";
                case NESTED_LIST -> "java.util.List<" + nestedName + ">";
            };
            return type + " " + name;
        }

        String inC(String name) {
            String primitiveName = PRIMITIVES.get(primitive)[1];
            return switch (kind) {
                        case VALUE -> primitiveName + " " + name;
                        case TEXT -> "char " + name + "[" + length + "]";
                        case ARRAY -> primitiveName + " " + name + "[" + length + "]";
                        case NESTED -> type(nested) + " " + name;
                        case NESTED_ARRAY, NESTED_LIST -> type(nested) + " " + name + "[" + length + "]";
                    }
                    + ";\n";
        }

        /** Adds the lengths of this and of what is nested in it. */
        void addLengths(String path, List<String> arguments) {
            if (kind != Kind.VALUE && kind != Kind.NESTED) {
                arguments.addAll(List.of("--length", path + "=" + length));
            }
            if (kind.name().startsWith("NESTED")) {
                addAllLengths(nested, path + ".", arguments);
            }
        }
    }

    private static String javaClass(List<Member> members, List<String> classes) {
        List<String> components = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            components.add(members.get(i).inJava("m" + i, classes));
        }
        String name = "C" + classes.size();
        classes.add("record " + name + "(" + String.join(", ", components) + ") {}\n");
        return name;
    }

    private static String type(List<Member> members) {
        StringBuilder type = new StringBuilder("struct {\n");
        for (int i = 0; i < members.size(); i++) {
            type.append(members.get(i).inC("m" + i));
        }
        return type.append("}").toString();
    }

    private static void addAllLengths(List<Member> members, String prefix, List<String> arguments) {
        for (int i = 0; i < members.size(); i++) {
            members.get(i).addLengths(prefix + "m" + i, arguments);
        }
    }

    @Property(tries = 2, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void whatIsPrintedIsTheStructInC(@ForAll("records") List<List<Member>> records) throws Exception {
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            List<String> classes = new ArrayList<>();
            List<String> names =
                    records.stream().map(members -> javaClass(members, classes)).toList();
            Path file = Files.writeString(folder.resolve("Records.java"), String.join("", classes));
            PrintedLayouts.compile(folder, List.of(file));
            List<String> sources = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                List<String> arguments = new ArrayList<>(List.of("--class-path", folder.toString(), names.get(i)));
                addAllLengths(records.get(i), "", arguments);
                sources.add(PrintedLayouts.source(arguments.toArray(String[]::new)));
                arguments.add("--packed");
                sources.add(PrintedLayouts.source(arguments.toArray(String[]::new)));
            }
            List<CStruct> inC = new ArrayList<>();
            for (var layouts : PrintedLayouts.compiled(sources)) {
                CStruct struct = new CStruct(type(records.get(inC.size() / 2)), layouts.get("LAYOUT"));
                boolean packed = inC.size() % 2 == 1;
                inC.add(packed ? new CStruct(struct.packed().type(), struct.layout()) : struct);
            }
            assertSameInC(inC);
        }
    }

    @Provide
    static Arbitrary<List<List<Member>>> records() {
        return members(2).list().ofSize(20);
    }

    private static Arbitrary<List<Member>> members(int depth) {
        Arbitrary<Kind> kinds = depth == 0
                ? Arbitraries.of(Kind.VALUE, Kind.VALUE, Kind.TEXT, Kind.ARRAY)
                : Arbitraries.of(Kind.values());
        Arbitrary<List<Member>> nested = depth == 0 ? Arbitraries.just(List.of()) : members(depth - 1);
        return Combinators.combine(
                        kinds,
                        Arbitraries.integers().between(0, PRIMITIVES.size() - 1),
                        Arbitraries.integers().between(1, 5),
                        nested)
                .as(Member::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }
}
