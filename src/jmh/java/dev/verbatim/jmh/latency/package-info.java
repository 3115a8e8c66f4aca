/**
 * The latency of the queue between two processes.
 *
 * <pre>{@code
 * ./verbatim latency                       # a normal object and a trivially copyable one: about a minute
 * ./verbatim latency --against chronicle   # and Chronicle Queue, in ten pairs: about ten minutes more
 * }</pre>
 *
 * <p>These commands start {@link dev.verbatim.jmh.latency.LatencyProgram}. It starts two
 * {@link dev.verbatim.jmh.latency.Peer}s as a {@code Couple}: one JVM sends, the other receives. A {@code Side}
 * is a couple with a queue between it: it warms up until the compilers are quiet, and then answers each run with a
 * histogram. A {@code Schedule} says when each message is due, and a latency counts from then.
 *
 * <p>{@code Measurement} makes the {@code Series}, runs of the same two processes; {@code Chronicle} makes the
 * {@code Comparison}s, pairs of runs in turn, and says when a pair is noisy. {@code Latencies} holds them all, and
 * makes {@code Table}s and a {@code Page}.
 *
 * <p>{@link dev.verbatim.jmh.latency.WakeUps} asks another question with the same processes: how late a tailer that
 * does not spin finds an entry, and how much of a CPU the waiting takes.
 */
package dev.verbatim.jmh.latency;
