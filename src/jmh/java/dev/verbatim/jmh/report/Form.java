package dev.verbatim.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** How thoroughly the benchmarks are run. */
enum Form {
    /** One fork and short iterations, of the families and parameters that show most. */
    SHORT,
    /** Everything, with the forks and iterations that each benchmark declares. */
    FULL;

    private static final int ITERATIONS = 5;
    private static final int ITERATION_MILLIS = 200;

    List<Family> families() {
        return Families.ALL.stream()
                .filter(family -> this == FULL || family.inShortForm())
                .toList();
    }

    /** {@return the values of the parameters of a family that are measured, where these are not all} */
    Map<String, List<String>> parameters(Family family) {
        return this == SHORT ? family.shortParameters() : Map.of();
    }

    ChainedOptionsBuilder options(Family family) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(family.include(this))
                .addProfiler(GCProfiler.class)
                // The forks get no flags but those that their benchmarks declare.
                .jvmArgs();
        parameters(family).forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
        if (this == SHORT) {
            options.forks(1)
                    .warmupIterations(ITERATIONS)
                    .warmupTime(TimeValue.milliseconds(family.shortWarmupMillis()))
                    .measurementIterations(ITERATIONS)
                    .measurementTime(TimeValue.milliseconds(ITERATION_MILLIS));
        }
        return options;
    }

    /** {@return how many processes start for each figure of a cold start} */
    int processes() {
        return this == SHORT ? 5 : 20;
    }

    /** {@return a command that runs the family as {@link #options} do} */
    String commandLine(Family family) {
        List<String> words =
                new ArrayList<>(List.of("java", "-jar", "target/benchmarks.jar", "'" + family.include(this) + "'"));
        parameters(family).forEach((name, values) -> words.add("-p " + name + "=" + String.join(",", values)));
        if (this == SHORT) {
            words.add("-f 1 -wi %d -w %dms -i %d -r %dms"
                    .formatted(ITERATIONS, family.shortWarmupMillis(), ITERATIONS, ITERATION_MILLIS));
        }
        words.add("-prof gc");
        return String.join(" ", words);
    }
}
