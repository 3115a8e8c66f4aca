package dev.verbatim.jmh.objects;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** The settings that all comparisons share. The heap is fixed because nearly every rival allocates. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 3,
        jvmArgsPrepend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public abstract class ComparisonBenchmark {

    /** What Agrona needs, and no other rival. */
    static final String AGRONA_OPENS = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    /** What Chronicle Bytes needs of those flags that Chronicle documents, and no other rival. */
    static final String CHRONICLE_OPENS = "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED";

    static final String CHRONICLE_EXPORTS = "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED";
    static final String CHRONICLE_SILENT = "-Dchronicle.analytics.disable=true";

    /** Agrona's own switch: see "Bounds Checking" in its documentation. */
    static final String AGRONA_UNCHECKED = "-Dagrona.disable.bounds.checks=true";
}
