package dev.verbatim.jmh.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Benchmarks that are compared with each other: a section of the page.
 *
 * @param name the name of their shapes, without parameters: what a user asks for
 * @param title the heading of the section
 * @param about what is measured, in a sentence or two, as Markdown
 * @param classes the names of their classes, as a regular expression
 * @param methods the names of their methods, as a regular expression
 * @param shortMethods those that the short form measures
 * @param inShortForm whether the short form measures them
 * @param parameters the values of the parameters that are measured, where these are not all
 * @param shortParameters those of the short form, where it measures fewer
 * @param warmupMillis how long an iteration of the warm-up takes; 0 if all iterations are as declared
 * @param withoutBar the shapes and rivals that are in the table alone, because they would dwarf the others
 */
record Family(
        String name,
        String title,
        String about,
        String classes,
        String methods,
        String shortMethods,
        boolean inShortForm,
        Map<String, List<String>> parameters,
        Map<String, List<String>> shortParameters,
        int warmupMillis,
        Set<String> withoutBar) {

    private static final int WARMUP_MILLIS = 200;
    private static final int AS_DECLARED = 0;
    private static final String ALL_METHODS = "\\w+";

    /** {@return a family of one class, {@code name + "Benchmark"}, that both forms measure whole} */
    static Family of(String name, String title, String about) {
        return new Family(
                name,
                title,
                about,
                name + "Benchmark",
                ALL_METHODS,
                ALL_METHODS,
                true,
                Map.of(),
                Map.of(),
                WARMUP_MILLIS,
                Set.of());
    }

    Family withClasses(String classes) {
        return with(classes, methods, shortMethods, inShortForm, parameters, shortParameters, warmupMillis, withoutBar);
    }

    /** {@return the same without the methods, in both forms, whose names do not match a regular expression} */
    Family withMethods(String methods) {
        return with(classes, methods, methods, inShortForm, parameters, shortParameters, warmupMillis, withoutBar);
    }

    /** {@return the same, of which the short form measures methods whose names match a regular expression} */
    Family withShortMethods(String shortMethods) {
        return with(classes, methods, shortMethods, inShortForm, parameters, shortParameters, warmupMillis, withoutBar);
    }

    Family inLongFormOnly() {
        return with(classes, methods, shortMethods, false, parameters, shortParameters, warmupMillis, withoutBar);
    }

    Family withParameter(String parameter, String... values) {
        Map<String, List<String>> all = with(parameters, parameter, values);
        return with(classes, methods, shortMethods, inShortForm, all, shortParameters, warmupMillis, withoutBar);
    }

    Family withShortParameter(String parameter, String... values) {
        Map<String, List<String>> all = with(shortParameters, parameter, values);
        return with(classes, methods, shortMethods, inShortForm, parameters, all, warmupMillis, withoutBar);
    }

    private static Map<String, List<String>> with(Map<String, List<String>> some, String parameter, String... values) {
        Map<String, List<String>> all = new TreeMap<>(some);
        all.put(parameter, List.of(values));
        return all;
    }

    Family withWarmupMillis(int millis) {
        return with(classes, methods, shortMethods, inShortForm, parameters, shortParameters, millis, withoutBar);
    }

    /** {@return the same with as many iterations, and as long ones, as its benchmarks declare: in both forms} */
    Family withDeclaredIterations() {
        return withWarmupMillis(AS_DECLARED);
    }

    boolean hasDeclaredIterations() {
        return warmupMillis == AS_DECLARED;
    }

    Family withoutBar(String shape, String rival) {
        Set<String> without = Set.of(shape + "." + rival);
        return with(classes, methods, shortMethods, inShortForm, parameters, shortParameters, warmupMillis, without);
    }

    private Family with(
            String classes,
            String methods,
            String shortMethods,
            boolean inShortForm,
            Map<String, List<String>> parameters,
            Map<String, List<String>> shortParameters,
            int warmupMillis,
            Set<String> withoutBar) {
        return new Family(
                name,
                title,
                about,
                classes,
                methods,
                shortMethods,
                inShortForm,
                parameters,
                shortParameters,
                warmupMillis,
                withoutBar);
    }

    boolean hasBar(String shape, String rival) {
        return !withoutBar.contains(shape + "." + rival);
    }

    /** {@return what JMH is asked for in a form} */
    String include(Form form) {
        String chosen = form == Form.SHORT ? shortMethods : methods;
        return "\\.(" + classes + ")\\." + (chosen.equals(ALL_METHODS) ? "" : "(" + chosen + ")$");
    }

    /** {@return whether a run measured it} */
    boolean isIn(Run run) {
        return name.equals(Families.LATENCY)
                ? !run.latencies().isEmpty()
                : !shapes(new Results(run.results())).isEmpty();
    }

    /** {@return the shapes of this family that a run measured} */
    List<String> shapes(Results results) {
        return results.shapes().stream()
                .filter(shape -> shape.split(" ", 2)[0].equals(name))
                .toList();
    }
}
