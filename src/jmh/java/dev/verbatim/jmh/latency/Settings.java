package dev.verbatim.jmh.latency;

import dev.verbatim.Durability;
import dev.verbatim.jmh.queue.Contender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is to be measured.
 *
 * @param command what was typed
 * @param rate messages in a second
 * @param messages messages in a run
 * @param runs runs of each class of messages
 * @param durability what an append waits for
 * @param checksum whether entries have checksums
 * @param cpus the CPUs of sender and receiver; empty to let the system choose
 * @param folder where the queues are made
 * @param output where the results go
 * @param pairs pairs of runs with Chronicle Queue; 0 for none
 * @param warmUpSeconds after how long runs begin although the compilers are not quiet
 */
record Settings(
        String command,
        int rate,
        int messages,
        int runs,
        Durability durability,
        boolean checksum,
        List<Integer> cpus,
        Path folder,
        Path output,
        int pairs,
        int warmUpSeconds) {

    static final int WARM_UP_SECONDS = 30;

    /** Reads {@code name=value}. */
    static Settings parse(List<String> arguments) throws IOException {
        Map<String, String> values = arguments.stream()
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        return new Settings(
                values.get("command"),
                Integer.parseInt(values.get("rate")),
                Integer.parseInt(values.get("messages")),
                Integer.parseInt(values.get("runs")),
                Durability.valueOf(values.get("durability")),
                Boolean.parseBoolean(values.get("checksum")),
                cpus(values.get("pin")),
                Path.of(values.get("folder")),
                Path.of(values.get("output")),
                Integer.parseInt(values.get("pairs")),
                Integer.parseInt(values.getOrDefault("warmUpSeconds", Integer.toString(WARM_UP_SECONDS))));
    }

    private static List<Integer> cpus(String pin) throws IOException {
        List<Integer> cpus = pin.equals("no") ? List.of() : Cpus.lastTwo();
        if (cpus.isEmpty() && pin.equals("yes")) {
            throw new IOException("processes cannot be tied to CPUs: that needs taskset and two of them");
        }
        return cpus;
    }

    /** {@return how our queue is opened for the runs} */
    Contender.Options options() {
        return new Contender.Options(checksum, durability, Contender.Options.DEFAULT_SEGMENT_SIZE);
    }

    /** {@return how long a run takes at least} */
    long runNanos() {
        return Schedule.nanos(messages, rate);
    }

    /** {@return the schedule and the CPUs in words} */
    String inWords() {
        return "%s messages/s, %s in a run, %s"
                .formatted(
                        Numbers.count(rate),
                        Numbers.count(messages),
                        cpus.isEmpty()
                                ? "on any CPU"
                                : "sender on CPU %d, receiver on CPU %d".formatted(cpus.getFirst(), cpus.getLast()));
    }
}
