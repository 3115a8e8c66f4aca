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
 * @param inShortForm whether the short form measures them
 * @param shortParameters the values of the parameters that the short form measures, where these are not all
 * @param shortWarmupMillis how long an iteration of the short form's warm-up takes
 * @param withoutBar the shapes and rivals that are in the table alone, because they would dwarf the others
 */
record Family(
        String name,
        String title,
        String about,
        String classes,
        boolean inShortForm,
        Map<String, List<String>> shortParameters,
        int shortWarmupMillis,
        Set<String> withoutBar) {

    private static final int WARMUP_MILLIS = 200;

    /** {@return a family of one class, {@code name + "Benchmark"}, that both forms measure whole} */
    static Family of(String name, String title, String about) {
        return new Family(name, title, about, name + "Benchmark", true, Map.of(), WARMUP_MILLIS, Set.of());
    }

    Family withClasses(String classes) {
        return new Family(name, title, about, classes, inShortForm, shortParameters, shortWarmupMillis, withoutBar);
    }

    Family inLongFormOnly() {
        return new Family(name, title, about, classes, false, shortParameters, shortWarmupMillis, withoutBar);
    }

    Family withShortParameter(String parameter, String... values) {
        Map<String, List<String>> all = new TreeMap<>(shortParameters);
        all.put(parameter, List.of(values));
        return new Family(name, title, about, classes, inShortForm, all, shortWarmupMillis, withoutBar);
    }

    Family withShortWarmupMillis(int millis) {
        return new Family(name, title, about, classes, inShortForm, shortParameters, millis, withoutBar);
    }

    Family withoutBar(String shape, String rival) {
        Set<String> without = Set.of(shape + "." + rival);
        return new Family(name, title, about, classes, inShortForm, shortParameters, shortWarmupMillis, without);
    }

    boolean hasBar(String shape, String rival) {
        return !withoutBar.contains(shape + "." + rival);
    }

    /** {@return what JMH is asked for} */
    String include() {
        return "\\.(" + classes + ")\\.";
    }

    /** {@return the shapes of this family that a run measured} */
    List<String> shapes(Results results) {
        return results.shapes().stream()
                .filter(shape -> shape.split(" ", 2)[0].equals(name))
                .toList();
    }
}
