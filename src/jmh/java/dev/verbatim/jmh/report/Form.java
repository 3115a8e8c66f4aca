package dev.verbatim.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How thoroughly the benchmarks are run. */
enum Form {
    /** One fork, of the families and parameters that show most. */
    SHORT(1, 5, 5),
    /** All families, with two forks that warm up for longer. */
    FULL(2, 8, 10);

    private static final int ITERATIONS = 5;
    private static final int ITERATION_MILLIS = 200;

    private final int forks;
    private final int warmups;
    private final int processes;

    Form(int forks, int warmups, int processes) {
        this.forks = forks;
        this.warmups = warmups;
        this.processes = processes;
    }

    List<Family> families() {
        return Families.ALL.stream()
                .filter(family -> this == FULL || family.inShortForm())
                .toList();
    }

    /** {@return the values of the parameters of a family that are measured, where these are not all} */
    Map<String, List<String>> parameters(Family family) {
        Map<String, List<String>> values = new TreeMap<>(family.parameters());
        if (this == SHORT) {
            values.putAll(family.shortParameters());
        }
        return values;
    }

    ChainedOptionsBuilder options(Family family) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(family.include(this))
                .addProfiler(GCProfiler.class)
                // The forks get no flags but those that their benchmarks declare.
                .jvmArgs();
        parameters(family).forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
        options.forks(forks);
        return family.hasDeclaredIterations()
                ? options
                : options.warmupIterations(warmups)
                        .warmupTime(TimeValue.milliseconds(family.warmupMillis()))
                        .measurementIterations(ITERATIONS)
                        .measurementTime(TimeValue.milliseconds(ITERATION_MILLIS));
    }

    /** {@return how many processes start for each figure of a cold start} */
    int processes() {
        return processes;
    }

    /** {@return a command that runs the family as {@link #options} do} */
    String commandLine(Family family) {
        List<String> words =
                new ArrayList<>(List.of("java", "-jar", "target/benchmarks.jar", "'" + family.include(this) + "'"));
        parameters(family).forEach((name, values) -> words.add("-p " + name + "=" + String.join(",", values)));
        words.add("-f " + forks);
        if (!family.hasDeclaredIterations()) {
            words.add("-wi %d -w %dms -i %d -r %dms"
                    .formatted(warmups, family.warmupMillis(), ITERATIONS, ITERATION_MILLIS));
        }
        words.add("-prof gc");
        return String.join(" ", words);
    }
}
