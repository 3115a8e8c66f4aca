package dev.verbatim.cli.selftest;

import dev.verbatim.cli.selftest.FileChecks.Quote;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Kills processes in the midst of their work on a queue and a map. What they have acknowledged is there, once, whole
 * and in order, whether this process had both open all the time or opens them afterwards; and the work goes on.
 */
final class KillCheck {

    /** How many entries a process acknowledges before it is killed. */
    private static final int[] KILLS = {300, 3000};

    /** A process under emulation takes long to start. */
    private static final long PATIENCE_SECONDS = 300;

    private final Path folder;
    private long acknowledged;

    KillCheck(Path folder) {
        this.folder = folder;
    }

    /** {@return what was done, in words} */
    String run() throws IOException, InterruptedException, Difference {
        for (int kill = 0; kill < KILLS.length; kill++) {
            long target = acknowledged + KILLS[kill];
            if (kill % 2 == 0) {
                workAndDie(target);
                try (MappedQueue queue = KilledProgram.openQueue(folder);
                        MappedMap<Long, Quote> map = KilledProgram.openMap(folder)) {
                    check(queue, map);
                }
            } else {
                try (MappedQueue queue = KilledProgram.openQueue(folder);
                        MappedMap<Long, Quote> map = KilledProgram.openMap(folder)) {
                    workAndDie(target);
                    check(queue, map);
                }
            }
        }
        return KILLS.length + " processes killed, all of " + acknowledged + " entries there, once and in order";
    }

    /** Starts a process, and kills it when it has acknowledged all entries before the target. */
    private void workAndDie(long target) throws IOException, InterruptedException, Difference {
        Path errors = folder.resolve("errors");
        Process process =
                ChildJvm.start(List.of(), KilledProgram.class, errors, folder.toString(), Long.toString(acknowledged));
        CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            while (true) {
                Difference.require("acknowledgement of a process", acknowledged, in.readLong());
                acknowledged++;
                if (acknowledged == target) {
                    // Not by the process itself, which would close the stream: the rest is still to be read.
                    process.toHandle().destroyForcibly();
                }
            }
        } catch (EOFException e) {
            int exitCode = process.waitFor();
            if (acknowledged < target) {
                throw new Difference("a process ended or was stuck after " + acknowledged + " of " + target
                        + " entries; its exit code was " + exitCode + ", and its errors: "
                        + Files.readString(errors).strip());
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private void check(MappedQueue queue, MappedMap<Long, Quote> map) throws IOException, Difference {
        long count = 0;
        try (Tailer tailer = queue.tailer().withChecksums()) {
            for (Quote quote = tailer.poll(Quote.CODEC); quote != null; quote = tailer.poll(Quote.CODEC)) {
                Difference.require("queue after a kill, entry " + count, KilledProgram.quote(count), quote);
                count++;
            }
        }
        // It may have died before it could acknowledge what it had appended.
        if (count != acknowledged && count != acknowledged + 1) {
            throw new Difference("queue after a kill: expected the " + acknowledged
                    + " entries that were acknowledged, and at most one more, found " + count);
        }
        for (long key = 0; key < Math.min(acknowledged, KilledProgram.KEYS); key++) {
            Quote found = Difference.requirePresent("map after a kill, key " + key, map.get(key));
            long newest = newest(key, acknowledged);
            Quote expected = KilledProgram.quote(newest(key, count) == found.id() ? found.id() : newest);
            Difference.require("map after a kill, key " + key, expected, found);
        }
        Difference.require(
                "queue after a kill, damage found", List.of(), queue.verify().damage());
        Difference.require(
                "map after a kill, damage found", List.of(), map.verify().damage());

        // The work goes on where it was left: the map may lack the last entry.
        try (Appender appender = queue.appender()) {
            map.put((count - 1) % KilledProgram.KEYS, KilledProgram.quote(count - 1));
            KilledProgram.append(appender, map, count);
        }
        acknowledged = count + 1;
    }

    /** {@return the last of the first entries that changed a key} */
    private static long newest(long key, long count) {
        return count - 1 - Math.floorMod(count - 1 - key, KilledProgram.KEYS);
    }
}
