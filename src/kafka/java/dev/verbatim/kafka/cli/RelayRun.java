package dev.verbatim.kafka.cli;

import dev.verbatim.kafka.Relay;
import dev.verbatim.kafka.RelayMXBean;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/** Runs a relay until it is interrupted, and shows how it gets on, if there is a terminal. */
final class RelayRun {

    private static final int COLUMNS = 79;
    private static final long PATIENCE_SECONDS = 30;

    /** The command has ended, and has closed its queue. */
    private static final CountDownLatch END_OF_COMMAND = new CountDownLatch(1);

    private RelayRun() {}

    /** Lets the JVM end: the command has. */
    static void commandHasEnded() {
        END_OF_COMMAND.countDown();
    }

    /**
     * Runs a relay.
     *
     * @param lagUnit what the relay's lag is counted in
     */
    static void run(CommandLine command, Relay relay, String lagUnit) throws IOException, InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            relay.stop();
            try {
                // The JVM ends when this does.
                if (!END_OF_COMMAND.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    System.err.println("verbatim relay: the broker does not answer; the next run takes up the rest");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        if (isTerminal()) {
            Thread.ofPlatform().daemon().start(() -> show(relay.status(), lagUnit, ended));
        }
        try {
            relay.run();
        } finally {
            PrintWriter out = command.getOut();
            out.println(String.format(
                    Locale.ROOT,
                    "%,d records relayed, %,d bytes",
                    relay.status().getRecords(),
                    relay.status().getBytes()));
            out.flush();
            ended.countDown();
            remove(hook);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook waits for the command.
        }
    }

    @SuppressWarnings("SystemConsoleNull") // without a terminal it is null on JDK 25, and not null on JDK 22
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static void show(RelayMXBean status, String lagUnit, CountDownLatch ended) {
        long before = status.getRecords();
        try {
            while (!ended.await(1, TimeUnit.SECONDS)) {
                long now = status.getRecords();
                String line = String.format(
                        Locale.ROOT,
                        "%,d records, %,d/s, %,d %s behind %s",
                        now,
                        now - before,
                        status.getLag(),
                        lagUnit,
                        status.getTrouble().isEmpty() ? "" : "(in trouble)");
                System.err.printf("\r%-" + COLUMNS + "s", line);
                before = now;
            }
            System.err.print("\r" + " ".repeat(COLUMNS) + "\r");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
