/**
 * What is made of results: tables, charts, and whether the project's limits are met.
 *
 * <pre>{@code
 * ./verbatim bench          # the short form: all comparisons in less than 15 minutes, and a page about them
 * ./verbatim bench --full   # the long form, with the forks and iterations that each benchmark declares
 * }</pre>
 *
 * <p>{@link dev.verbatim.jmh.report.BenchReport} runs the benchmarks and writes the page. A section of it is one entry
 * in {@code Families}: which classes are compared, what the short form leaves out of them, and how the page introduces
 * them. {@link dev.verbatim.jmh.report.ResultTable} prints Markdown tables of what {@code java -jar
 * target/benchmarks.jar} left as CSV. Both ask {@code Results} for the figures, {@code Names} for what things are
 * called, and {@code Limits} for the verdicts.
 *
 * <p>The charts are SVG of our own, a class of it. A library was tried (XChart): it writes texts as outlines, which
 * makes 92 KB of two bars, in fixed colours, light or dark, and brings a library for PDF files; and it has no bars that
 * are cut.
 */
package dev.verbatim.jmh.report;
