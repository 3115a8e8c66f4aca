package dev.verbatim.emissary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An emissary is bound where javac compiles the class that forwards by hand, and refused where it does not. */
class EmissaryJavacTest {

    /** What stands for {@code T} in the emissary's interface. */
    private static final List<String> EMISSARIES = List.of("Object", "Number", "String");

    /** What stands for {@code T} in the type of the delegate. */
    private static final List<String> DELEGATES = List.of(
            "Object", "Number", "Integer", "?",
            "? super Number", "? super Integer", "? super String",
            "? extends Object", "? extends Number");

    /** Methods of an interface with the type variable {@code T}, and how they are called. */
    private static final List<String[]> METHODS = List.of(
            new String[] {"void m(T a)", "d.m(a)"},
            new String[] {"T m()", "return d.m()"},
            new String[] {"T m(T a)", "return d.m(a)"},
            new String[] {"T[] m(T[] a)", "return d.m(a)"},
            new String[] {"int m(String a, T... b)", "return d.m(a, b)"},
            new String[] {"<U extends T> U m(U a, U b)", "return d.m(a, b)"},
            new String[] {"<U extends T> U m(U a, T b)", "return d.m(a, b)"},
            new String[] {"<U extends T> T m(U a)", "return d.m(a)"},
            new String[] {"<U extends T> Object m(U a)", "return d.m(a)"},
            new String[] {"<U extends T> U[] m(U[] a)", "return d.m(a)"},
            new String[] {"<U extends T> U m(java.util.List<? extends U> a)", "return d.m(a)"},
            new String[] {"<U extends T> U m(java.util.function.Supplier<U> a)", "return d.m(a)"},
            new String[] {"<A extends T, B extends A> A m(A a, B b)", "return d.m(a, b)"},
            new String[] {"<B extends A, A extends T> B m(A a, B b)", "return d.m(a, b)"},
            new String[] {"<A extends T, B extends A> void m(B b)", "d.m(b)"},
            new String[] {"<U> U m(U a)", "return d.m(a)"},
            new String[] {"<U> T m(U a)", "return d.m(a)"},
            new String[] {"<U extends Number> U m(U a, T b)", "return d.m(a, b)"},
            new String[] {"<U extends Comparable<? super U>> U m(U a, U b)", "return d.m(a, b)"},
            new String[] {"<U extends Object & Comparable<? super U>> U m(U a, U b)", "return d.m(a, b)"},
            new String[] {"<X extends Exception> void m(X a, T b) throws X", "d.m(a, b)"});

    @TempDir
    private Path folder;

    /** An emissary of an interface with one of the methods. */
    private record Case(int method, String emissary, String delegate) {

        /** The class that forwards by hand. */
        String byHand() {
            String declaration = METHODS.get(method)[0].replaceAll("\\bT\\b", emissary);
            return "final class C implements I%d<%s> { I%d<%s> d; public %s { %s; } }"
                    .formatted(method, emissary, method, delegate, declaration, METHODS.get(method)[1]);
        }

        String header(int number) {
            return "interface H%d { I%d<%s> of(I%d<%s> d); }".formatted(number, method, emissary, method, delegate);
        }
    }

    private static List<Case> cases() {
        return IntStream.range(0, METHODS.size())
                .boxed()
                .flatMap(method -> EMISSARIES.stream()
                        .flatMap(emissary -> DELEGATES.stream().map(delegate -> new Case(method, emissary, delegate))))
                .toList();
    }

    @Test
    void whatCanBeWrittenByHandIsBoundAndNothingElse() throws Exception {
        List<Case> cases = cases();
        String interfaces = IntStream.range(0, METHODS.size())
                .mapToObj(i -> "interface I%d<T> { %s; }\n".formatted(i, METHODS.get(i)[0]))
                .collect(Collectors.joining());
        String byHand = IntStream.range(0, cases.size())
                .mapToObj(i -> cases.get(i).byHand().replace("class C ", "class C" + i + " ") + "\n")
                .collect(Collectors.joining());
        String headers = IntStream.range(0, cases.size())
                .mapToObj(i -> cases.get(i).header(i) + "\n")
                .collect(Collectors.joining());
        assertEquals("", compile("Interfaces", interfaces));
        assertEquals(
                "",
                compile("Headers", headers
                        + "public class Headers { public static java.lang.invoke.MethodHandles.Lookup lookup() {"
                        + " return java.lang.invoke.MethodHandles.lookup(); } }\n"));
        Set<Integer> refusedLines = Pattern.compile("ByHand\\.java:(\\d+):")
                .matcher(compile("ByHand", byHand))
                .results()
                .map(line -> Integer.valueOf(line.group(1)))
                .collect(Collectors.toSet());

        List<String> differences = new ArrayList<>();
        int refused = 0;
        URL[] classes = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            Lookup lookup = (Lookup) loader.loadClass("Headers").getMethod("lookup").invoke(null);
            for (int i = 0; i < cases.size(); i++) {
                boolean isRefusedByJavac = refusedLines.contains(i + 1);
                String refusal = refusal(lookup, loader.loadClass("H" + i));
                if (isRefusedByJavac == refusal.isEmpty()) {
                    differences.add(
                            cases.get(i).byHand() + (isRefusedByJavac ? " does not compile" : " compiles: " + refusal));
                }
                refused += isRefusedByJavac ? 1 : 0;
            }
        }
        assertEquals("", String.join("\n", differences));
        assertTrue(refused > 100 && refused < cases.size() - 100, "refused=" + refused + " of " + cases.size());
    }

    /** Why an emissary is refused; empty where it is bound. */
    private static String refusal(Lookup lookup, Class<?> header) {
        try {
            Emissary.bind(lookup, header);
            return "";
        } catch (IllegalArgumentException refusal) {
            return refusal.getMessage();
        }
    }

    /** Compiles a file, and gives what javac has to say about errors. */
    private String compile(String name, String source) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        StringWriter out = new StringWriter();
        PrintWriter printer = new PrintWriter(out);
        ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(printer, printer, "--release", "22", "-nowarn", "-XDrawDiagnostics", "-Xmaxerrs", "100000",
                        "-proc:none", "-cp", folder.toString(), "-d", folder.toString(), file.toString());
        return out.toString()
                .lines()
                .filter(line -> !line.startsWith("- compiler.note"))
                .collect(Collectors.joining("\n"));
    }
}
