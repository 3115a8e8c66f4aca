/**
 * The rows of {@code docs/leaving-unsafe.md} whose libraries only the benchmarks have: the call there, and the call
 * here. Nothing is measured.
 *
 * <p>{@link dev.verbatim.jmh.leaving.RowsCheck} runs both sides of each row and compares what they leave behind. An
 * integration test runs it, and a unit test compares the page with the source.
 */
package dev.verbatim.jmh.leaving;
