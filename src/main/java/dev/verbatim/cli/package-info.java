/**
 * The command line, {@code ./verbatim}.
 *
 * <p>{@link dev.verbatim.cli.Main} is the command {@code verbatim}; each subcommand is a class of its own, named {@code
 * …Command}, that Picocli makes and fills with the options. A subcommand prints what it did to Picocli's {@code
 * getOut()} and throws when something is wrong; {@link dev.verbatim.cli.OneLineErrors} turns that into one line on
 * standard error and an exit code: 2 for bad input ({@link dev.verbatim.cli.BadInputException}, or an option that
 * Picocli refuses), 1 for work that failed.
 *
 * <p>{@link dev.verbatim.cli.DemoCommand} is the demo: {@link dev.verbatim.cli.DailyBarCsv} reads the rows, {@link
 * dev.verbatim.cli.DailyBar} is the DTO with its layout and codec, {@link dev.verbatim.cli.Demo} takes the steps,
 * {@link dev.verbatim.cli.DemoFiles} looks after the files that are made, {@link dev.verbatim.cli.StepTiming} holds
 * what one step took, {@link dev.verbatim.cli.Progress} is the bar.
 *
 * <p>{@link dev.verbatim.cli.QueueCommand} has subcommands of its own, which work on queues of any program. {@link
 * dev.verbatim.cli.EntrySource} reads entries, {@link dev.verbatim.cli.EntryOutput} prints them and says what is wrong
 * with some; {@link dev.verbatim.cli.EntryPrinter} writes entries as JSON and CSV, and {@link
 * dev.verbatim.cli.CsvAppender} appends entries from CSV. A {@link dev.verbatim.LayoutReader} reads the values of a
 * payload by its stored layout. {@link dev.verbatim.cli.ShownValue} prepares them for JSON, and each {@link
 * dev.verbatim.cli.Column} finds one for CSV; {@link dev.verbatim.cli.ValueText} and {@link dev.verbatim.cli.ByteText}
 * write values and bytes as text.
 *
 * <p>{@link dev.verbatim.cli.MapCommand} has subcommands that work on maps of any program, with the same output. {@link
 * dev.verbatim.cli.ChangeSource} reads changes, {@link dev.verbatim.cli.MapKeys} reads and writes keys as text, and
 * {@link dev.verbatim.cli.StructText} makes the bytes of a struct, from the JSON that {@link
 * dev.verbatim.cli.JsonParser} reads, or from digits.
 *
 * <p>{@link dev.verbatim.cli.LayoutCommand} prints layouts as Java source, by one {@link
 * dev.verbatim.cli.LayoutPrinter}. {@link dev.verbatim.cli.ClassLayouts} makes them of {@link
 * dev.verbatim.cli.ClassFiles}, and {@link dev.verbatim.cli.JolText} of what JOL has printed. {@link
 * dev.verbatim.cli.CCompilation} has a struct in C compiled, {@link dev.verbatim.cli.ElfFile} and {@link
 * dev.verbatim.cli.DebugEntry} read what the compiler has written for debuggers, and {@link dev.verbatim.cli.CStructs}
 * makes the layout. {@link dev.verbatim.cli.NaturalLayouts} finds the alignments where only offsets are known.
 *
 * <p>{@link dev.verbatim.cli.SelfTestCommand} runs the self-test, which has {@linkplain dev.verbatim.cli.selftest a
 * package} of its own. {@link dev.verbatim.cli.CompletionCommand} and {@link dev.verbatim.cli.ManCommand} print what a
 * shell and {@code man} read, made from the commands that there are; {@link dev.verbatim.cli.Examples} has the examples
 * in the help of each.
 *
 * <p>This package is exported to nobody, and what it depends on (Picocli, FastCSV, progressbar) is optional: a program
 * that uses the library does not need it. The command line itself uses the library as any program would, through its
 * exported packages only.
 */
@NullMarked
package dev.verbatim.cli;

import org.jspecify.annotations.NullMarked;
