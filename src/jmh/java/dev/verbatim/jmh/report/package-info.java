/**
 * Reports of results: tables, charts, and whether the project's limits are met.
 *
 * <pre>{@code
 * ./verbatim bench          # the short form: all comparisons in a quarter of an hour, and a page about them
 * ./verbatim bench --full   # the long form: all families, two forks each, in two hours
 * }</pre>
 *
 * <p>{@link dev.verbatim.jmh.report.BenchReport} runs the benchmarks and writes the page. A section of it is one entry
 * in {@code Families}: which classes are compared, what the short form leaves out of them, and how the page introduces
 * them. {@link dev.verbatim.jmh.report.ResultTable} prints Markdown tables of the CSV file that {@code java -jar
 * target/benchmarks.jar} wrote. Both ask {@code Results} for the figures, {@code Names} for what things are
 * called, and {@code Limits} for the verdicts.
 *
 * <p>A class of our own writes the charts as SVG. A library was tried (XChart). It writes texts as outlines, so that
 * two bars take 92 KB; its colours are fixed, light or dark; it brings a library for PDF files; and it cannot cut bars.
 */
package dev.verbatim.jmh.report;
