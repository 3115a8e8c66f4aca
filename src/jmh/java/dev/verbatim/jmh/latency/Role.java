package dev.verbatim.jmh.latency;

import dev.verbatim.Durability;
import dev.verbatim.jmh.queue.Contender;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a {@link Peer} does in a run. */
interface Role extends Closeable {

    /** The answer of a run that has no result. */
    String DONE = "-";

    /**
     * Works for one run.
     *
     * @param startNanos when it begins
     * @param count how many messages or round trips it has
     * @return what was found, without blanks
     */
    String run(long startNanos, int count) throws IOException;

    /** {@return the arguments of a peer that sends or receives} */
    static List<String> arguments(
            boolean sends, Contender contender, Path folder, Contender.Options options, int rate) {
        return List.of(
                sends ? "sender" : "receiver",
                folder.toString(),
                contender.name(),
                Boolean.toString(options.checksum()),
                options.durability().name(),
                Integer.toString(rate));
    }

    /** {@return the arguments of a peer that plays ping-pong} */
    static List<String> arguments(boolean serves, Path file) {
        return List.of(serves ? "ping" : "pong", file.toString());
    }

    /** {@return the arguments of a peer that waits for entries} */
    static List<String> arguments(Path folder, String strategy) {
        return List.of("waiter", folder.toString(), strategy);
    }

    /** Takes a role as its arguments say. */
    static Role of(List<String> arguments) throws IOException {
        Path path = Path.of(arguments.get(1));
        return switch (arguments.getFirst()) {
            case "ping" -> new PingPong(path, true);
            case "pong" -> new PingPong(path, false);
            case "sender" -> new SenderRole(contender(arguments).sender(path, options(arguments)), rate(arguments));
            case "receiver" ->
                new ReceiverRole(contender(arguments).receiver(path, options(arguments)), rate(arguments));
            case "waiter" -> new WaiterRole(path, arguments.get(2));
            default -> throw new IllegalArgumentException(arguments.getFirst() + ": no such role");
        };
    }

    private static Contender contender(List<String> arguments) {
        return Contender.valueOf(arguments.get(2));
    }

    private static Contender.Options options(List<String> arguments) {
        return new Contender.Options(
                Boolean.parseBoolean(arguments.get(3)),
                Durability.valueOf(arguments.get(4)),
                Contender.Options.DEFAULT_SEGMENT_SIZE);
    }

    private static int rate(List<String> arguments) {
        return Integer.parseInt(arguments.get(5));
    }
}
