package dev.verbatim.emissary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An emissary is bound where javac compiles the class that forwards by hand, and refused where it does not. */
class EmissaryJavacTest {

    /** What stands for {@code T} in the emissary's interface. */
    private static final List<String> EMISSARIES = List.of("Object", "Number", "String");

    /** What stands for {@code T} in the type of the delegate. */
    private static final List<String> DELEGATES = List.of(
            "Object",
            "Number",
            "Integer",
            "?",
            "? super Number",
            "? super Integer",
            "? super String",
            "? extends Object",
            "? extends Number");

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

    /** Methods of two interfaces that know nothing of one another; each is forwarded to each. */
    private static final List<String> DECLARATIONS = List.of(
            "void m(String a)",
            "int m(String a)",
            "long m(String a)",
            "Integer m(String a)",
            "Number m(String a)",
            "Object m(String a)",
            "Number[] m(String a)",
            "<U> U m(String a)",
            "<U> U[] m(String a)",
            "<U> Object m(String a)",
            "<U extends Number> U m(String a)",
            "<U extends Number> Number m(String a)",
            "<U extends Number, V extends U> V m(String a)",
            "void m(Object a)",
            "Object m(Object a)",
            "<U> void m(U a)",
            "<U> U m(U a)",
            "<U> Object m(U a)",
            "<U, V> U m(U a)",
            "<U, V> V m(V a)",
            "<U, V extends U> U m(V a)",
            "<U extends Number> U m(Object a)",
            "<U extends CharSequence> Object m(U a)",
            "Object m(CharSequence a)",
            "void m(Exception a)",
            "void m(Exception a) throws Exception",
            "void m(Exception a) throws java.io.IOException",
            "<X extends Exception> void m(X a) throws X",
            "<X extends Exception, Y> void m(X a) throws X");

    @Test
    void whatCanBeWrittenByHandIsBoundAndNothingElse() throws Exception {
        List<Case> cases = cases();
        String interfaces = IntStream.range(0, METHODS.size())
                .mapToObj(i -> "interface I%d<T> { %s; }\n".formatted(i, METHODS.get(i)[0]))
                .collect(Collectors.joining());
        List<Difference> differences = differences(
                interfaces,
                cases.stream().map(Case::byHand).toList(),
                IntStream.range(0, cases.size())
                        .mapToObj(i -> cases.get(i).header(i))
                        .toList());
        assertEquals("", lines(differences));
    }

    @Test
    void whatCannotBeWrittenByHandIsNotBoundToAnotherInterfaceEither() throws Exception {
        int count = DECLARATIONS.size();
        String interfaces = IntStream.range(0, count)
                .mapToObj(i -> "interface I%d { %s; }\n".formatted(i, DECLARATIONS.get(i)))
                .collect(Collectors.joining());
        List<Difference> differences = differences(
                interfaces,
                IntStream.range(0, count * count)
                        .mapToObj(i -> byHand(i / count, i % count))
                        .toList(),
                IntStream.range(0, count * count)
                        .mapToObj(i -> "interface H%d { I%d of(I%d d); }".formatted(i, i / count, i % count))
                        .toList());
        List<Difference> documented = new ArrayList<>();
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            for (Difference difference : differences) {
                Method emissary =
                        loader.loadClass("I" + difference.index() / count).getDeclaredMethods()[0];
                Method delegate =
                        loader.loadClass("I" + difference.index() % count).getDeclaredMethods()[0];
                if (!difference.isBound() && isDocumented(emissary, delegate)) {
                    documented.add(difference);
                }
            }
        }
        differences.removeAll(documented);
        assertEquals("", lines(differences));
    }

    /** Whether the javadoc says of a method that it is not forwarded to another, though javac would do it. */
    private static boolean isDocumented(Method emissary, Method delegate) {
        boolean hasOtherParameters = !Arrays.equals(emissary.getParameterTypes(), delegate.getParameterTypes());
        Class<?> expected = emissary.getReturnType();
        Class<?> found = delegate.getReturnType();
        boolean isConverted = expected != found && (expected.isPrimitive() || found.isPrimitive());
        boolean isInferredResult = !(delegate.getGenericReturnType() instanceof Class)
                && !(emissary.getGenericReturnType() instanceof Class && expected.isAssignableFrom(found));
        boolean isInferredException =
                Stream.of(delegate.getGenericExceptionTypes()).anyMatch(thrown -> thrown instanceof TypeVariable);
        int variables = emissary.getTypeParameters().length;
        boolean isByPosition = variables > 0 && variables == delegate.getTypeParameters().length;
        return hasOtherParameters || isConverted || isInferredResult || isInferredException || isByPosition;
    }

    private static String byHand(int emissary, int delegate) {
        String declaration = DECLARATIONS.get(emissary);
        return "final class C implements I%d { I%d d; public %s { %sd.m(a); } } // d has %s"
                .formatted(
                        emissary,
                        delegate,
                        declaration,
                        declaration.contains("void") ? "" : "return ",
                        DECLARATIONS.get(delegate));
    }

    /** An emissary that javac and {@code bind} do not agree about: one refuses it, and the other does not. */
    private record Difference(int index, String byHand, boolean isBound, String refusal) {
        @Override
        public String toString() {
            return byHand + (isBound ? " does not compile" : " compiles: " + refusal);
        }
    }

    private static String lines(List<Difference> differences) {
        return differences.stream().map(Difference::toString).collect(Collectors.joining("\n"));
    }

    /** Compiles classes that forward by hand, each in one line, and binds their headers, called H and an index. */
    private List<Difference> differences(String interfaces, List<String> byHand, List<String> headers)
            throws Exception {
        assertEquals("", compile("Interfaces", interfaces));
        assertEquals(
                "",
                compile(
                        "Headers",
                        String.join("\n", headers)
                                + "\n"
                                + "public class Headers { public static java.lang.invoke.MethodHandles.Lookup lookup()"
                                + " { return java.lang.invoke.MethodHandles.lookup(); } }\n"));
        String classes = IntStream.range(0, byHand.size())
                .mapToObj(i -> byHand.get(i).replace("class C ", "class C" + i + " ") + "\n")
                .collect(Collectors.joining());
        Set<Integer> refusedLines = Pattern.compile("ByHand\\.java:(\\d+):")
                .matcher(compile("ByHand", classes))
                .results()
                .map(line -> Integer.valueOf(line.group(1)))
                .collect(Collectors.toSet());
        int refused = refusedLines.size();
        assertTrue(refused > 100 && refused < byHand.size() - 100, "refused=" + refused + " of " + byHand.size());

        List<Difference> differences = new ArrayList<>();
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            Lookup lookup =
                    (Lookup) loader.loadClass("Headers").getMethod("lookup").invoke(null);
            for (int i = 0; i < byHand.size(); i++) {
                boolean isRefusedByJavac = refusedLines.contains(i + 1);
                String refusal = refusal(lookup, loader.loadClass("H" + i));
                if (isRefusedByJavac == refusal.isEmpty()) {
                    differences.add(new Difference(i, byHand.get(i), isRefusedByJavac, refusal));
                }
            }
        }
        return differences;
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
                .run(
                        printer,
                        printer,
                        "--release",
                        "22",
                        "-nowarn",
                        "-XDrawDiagnostics",
                        "-Xmaxerrs",
                        "100000",
                        "-proc:none",
                        "--should-stop=ifError=FLOW",
                        "-cp",
                        folder.toString(),
                        "-d",
                        folder.toString(),
                        file.toString());
        return out.toString()
                .lines()
                .filter(line -> !line.startsWith("- compiler.note"))
                .collect(Collectors.joining("\n"));
    }
}
