package dev.verbatim.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The examples at the end of each command's help. A test runs them. */
final class Examples {

    private static final Map<String, List<String>> EXAMPLES = Map.ofEntries(
            Map.entry(
                    "verbatim",
                    List.of(
                            "./verbatim info quotes",
                            "./verbatim cat quotes --where 'bid > 99 && id < 10'",
                            "./verbatim cat --help")),
            Map.entry(
                    "verbatim demo",
                    List.of("./verbatim demo --output bars", "./verbatim demo --output bars --repeat 100")),
            Map.entry("verbatim info", List.of("./verbatim info quotes", "./verbatim info quotes.npy")),
            Map.entry(
                    "verbatim cat",
                    List.of(
                            "./verbatim cat quotes.npy --columns id,bid --limit 10",
                            "./verbatim cat quotes --where 'bid > 99 && id < 10' --format csv")),
            Map.entry("verbatim tail", List.of("./verbatim tail quotes -n 20")),
            Map.entry("verbatim verify", List.of("./verbatim verify prices")),
            Map.entry(
                    "verbatim convert",
                    List.of(
                            "./verbatim convert quotes new.npy",
                            "./verbatim convert quotes.npy copy --to queue",
                            "./verbatim convert prices prices.jsonl")),
            Map.entry("verbatim append", List.of("./verbatim append quotes.npy more.csv")),
            Map.entry("verbatim diff", List.of("./verbatim diff quotes.npy same.npy")),
            Map.entry(
                    "verbatim relay",
                    List.of(
                            "./verbatim relay queue quotes --to quotes --bootstrap localhost:9092",
                            "./verbatim relay topic positions --to-map replica --bootstrap localhost:9092")),
            Map.entry("verbatim queue", List.of("./verbatim queue info quotes", "./verbatim queue cat quotes")),
            Map.entry("verbatim queue info", List.of("./verbatim queue info quotes")),
            Map.entry(
                    "verbatim queue cat",
                    List.of(
                            "./verbatim queue cat quotes --limit 10",
                            "./verbatim queue cat quotes --format csv --layout c14ee7f1")),
            Map.entry("verbatim queue tail", List.of("./verbatim queue tail quotes -n 20")),
            Map.entry("verbatim queue verify", List.of("./verbatim queue verify quotes")),
            Map.entry("verbatim queue append", List.of("./verbatim queue append quotes more.csv --layout c14ee7f1")),
            Map.entry("verbatim queue tailer", List.of("./verbatim queue tailer list quotes")),
            Map.entry("verbatim queue tailer list", List.of("./verbatim queue tailer list quotes")),
            Map.entry("verbatim queue tailer remove", List.of("./verbatim queue tailer remove quotes risk")),
            Map.entry("verbatim map", List.of("./verbatim map info prices", "./verbatim map get prices VBTM")),
            Map.entry("verbatim map info", List.of("./verbatim map info prices")),
            Map.entry("verbatim map cat", List.of("./verbatim map cat prices --format csv")),
            Map.entry("verbatim map get", List.of("./verbatim map get prices VBTM")),
            Map.entry("verbatim map tail", List.of("./verbatim map tail prices -n 20")),
            Map.entry("verbatim map verify", List.of("./verbatim map verify prices")),
            Map.entry(
                    "verbatim map put",
                    List.of("./verbatim map put prices VBTM '{\"id\":4,\"bid\":99.5,\"ask\":100.25}'")),
            Map.entry("verbatim map remove", List.of("./verbatim map remove prices OTHR")),
            Map.entry("verbatim map compact", List.of("./verbatim map compact prices")),
            Map.entry(
                    "verbatim layout",
                    List.of("./verbatim layout --queue quotes c14ee7f1", "./verbatim layout --map prices")),
            Map.entry("verbatim bench", List.of("./verbatim bench", "./verbatim bench --full")),
            Map.entry("verbatim latency", List.of("./verbatim latency", "./verbatim latency --against chronicle")),
            Map.entry("verbatim selftest", List.of("./verbatim selftest", "./verbatim selftest --folder /mnt/data")),
            Map.entry("verbatim completion", List.of("source <(./verbatim completion)")),
            Map.entry("verbatim man", List.of("./verbatim man | man -l -")));

    private Examples() {}

    /** {@return the examples of a command, by its whole name} */
    static List<String> of(String command) {
        return EXAMPLES.getOrDefault(command, List.of());
    }

    /** Adds the examples of a command and its subcommands to their help. */
    static void addTo(CommandLine command) {
        List<String> examples = of(command.getCommandSpec().qualifiedName());
        if (!examples.isEmpty()) {
            command.getCommandSpec()
                    .usageMessage()
                    .footerHeading("%nExamples:%n")
                    .footer(examples.stream().map(each -> "  " + each).toArray(String[]::new));
        }
        command.getSubcommands().values().forEach(Examples::addTo);
    }
}
