/**
 * How long does it take from the start of a JVM until the first record is written?
 *
 * <p>{@link dev.verbatim.jmh.cold.ColdStart} starts {@link dev.verbatim.jmh.cold.ColdProgram} in processes of their
 * own, for each of its subjects in turn. They have what a program with Verbatim has on its class path, in one jar, and
 * a hundred types to write, which are copies of five. It is a family of {@code ./verbatim bench}, and prints a table by
 * itself:
 *
 * <pre>{@code
 * ./verbatim bench --families ColdStart
 * java -cp target/benchmarks.jar dev.verbatim.jmh.cold.ColdStart 20
 * }</pre>
 */
package dev.verbatim.jmh.cold;
