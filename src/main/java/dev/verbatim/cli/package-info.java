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
 * <p>The verbs {@code info}, {@code cat}, {@code tail}, {@code verify}, {@code append}, {@code convert} and {@code
 * diff} work on what Verbatim stores. {@link dev.verbatim.cli.StoreArgument} looks at a path and opens a {@link
 * dev.verbatim.cli.Store}: a {@link dev.verbatim.cli.FileStore}, a {@link dev.verbatim.cli.QueueStore} or a {@link
 * dev.verbatim.cli.MapStore}. A store gives {@link dev.verbatim.cli.Entries}, and so does a text, {@link
 * dev.verbatim.cli.TextEntries}; {@link dev.verbatim.cli.EntrySource} and {@link dev.verbatim.cli.ChangeSource} read
 * those of queues and maps, which others may go on writing, for {@link dev.verbatim.cli.FollowedEntries}. Each is a
 * {@link dev.verbatim.cli.StoredEntry}: what tells it from others, the id of its layout, and its bytes. {@link
 * dev.verbatim.cli.EntryOutput} prints entries and says what is wrong with some, {@link dev.verbatim.cli.EntryPrinter}
 * knows the formats, and {@link dev.verbatim.cli.RowOutput} prints rows of any names. {@link
 * dev.verbatim.cli.ConditionParser} reads {@code --where} and {@code --columns}, and a {@link
 * dev.verbatim.cli.Condition} looks at a {@link dev.verbatim.cli.ShownEntry}. An {@link dev.verbatim.cli.EntryCopy}
 * moves entries to an {@link dev.verbatim.cli.EntrySink}; {@link dev.verbatim.cli.NewSink} makes that of {@code
 * convert}, and {@link dev.verbatim.cli.TextLayouts} knows the layouts of a text, beside the {@link
 * dev.verbatim.cli.EntryLayouts} of the store, which are {@link dev.verbatim.cli.MapLayouts} in a map. {@link
 * dev.verbatim.cli.UnsignedOption} says which numbers have no sign, and {@link dev.verbatim.cli.UnsignedHint} where it
 * is missed. A condition compares texts as {@link dev.verbatim.cli.ShownBytes}.
 *
 * <p>{@link dev.verbatim.cli.QueueCommand} and {@link dev.verbatim.cli.MapCommand} have the same verbs, and those that
 * only queues and maps have. {@link dev.verbatim.cli.MapKeys} reads and writes keys as text, and {@link
 * dev.verbatim.cli.StructText} makes the bytes of a struct from an argument.
 *
 * <p>{@link dev.verbatim.cli.LayoutCommand} prints layouts as Java source, by one {@link
 * dev.verbatim.cli.LayoutPrinter}. {@link dev.verbatim.cli.ClassLayouts} makes them of {@link
 * dev.verbatim.cli.ClassFiles}, and {@link dev.verbatim.cli.FieldLayouts} those of the fields, with the {@link
 * dev.verbatim.cli.ClassConversions} that they need; {@link
 * dev.verbatim.cli.ImmutableFields} are those that a constructor sets, and {@link dev.verbatim.cli.DataHolders} knows
 * what of the JDK must not be lost in others. {@link dev.verbatim.cli.JolText} is what JOL has printed.
 * {@link dev.verbatim.cli.CCompilation} has a struct in C compiled,
 * {@link dev.verbatim.cli.ElfFile} and {@link dev.verbatim.cli.DebugEntry} read what the compiler has written for
 * debuggers, and {@link dev.verbatim.cli.CStructs} makes the layout. {@link dev.verbatim.cli.NaturalLayouts} finds the
 * alignments where only offsets are known.
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
