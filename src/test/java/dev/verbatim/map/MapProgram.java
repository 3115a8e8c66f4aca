package dev.verbatim.map;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.KilledProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that has a map open and does what it is told to, a line at a time: {@code put KEY VALUE}, {@code get KEY},
 * {@code remove KEY}, {@code compact}, and before that {@code halt STEP COUNT} when a step is reached for the so
 * manieth time, {@code wait STEP COUNT} there for another line, or {@code lose STEP COUNT} its locks before it waits.
 * The steps of compaction do not count, and of FOLDER and NAMELESS no others do. It answers each with a line.
 */
final class MapProgram {

    static final long SEGMENT_SIZE = 4 << 10;

    private MapProgram() {}

    static MappedMap<Long, String> open(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(SEGMENT_SIZE)
                .open();
    }

    /** Takes the map's folder. */
    public static void main(String[] args) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (MappedMap<Long, String> map = open(Path.of(args[0]))) {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String answer;
                try {
                    answer = run(map, line.split(" "), commands);
                } catch (IOException e) {
                    answer = "failed: " + e.getMessage();
                }
                System.out.println(answer);
            }
        }
    }

    private static String run(MappedMap<Long, String> map, String[] words, BufferedReader commands) throws IOException {
        switch (words[0]) {
            case "put" -> map.put(Long.parseLong(words[1]), words[2]);
            case "get" -> {
                return String.valueOf(map.get(Long.parseLong(words[1])));
            }
            case "remove" -> {
                return Boolean.toString(map.remove(Long.valueOf(words[1])));
            }
            case "compact" -> {
                return Integer.toString(map.compact());
            }
            case "halt" -> at(words, () -> Runtime.getRuntime().halt(KilledProcess.HALTED));
            case "wait" -> at(words, () -> await(commands));
            case "lose" ->
                at(words, () -> {
                    loseLocks(map);
                    await(commands);
                });
            default -> throw new IllegalArgumentException(words[0]);
        }
        return "ok";
    }

    private static void at(String[] words, Runnable action) {
        ProtocolStep step = ProtocolStep.valueOf(words[1]);
        AtomicInteger remaining = new AtomicInteger(Integer.parseInt(words[2]));
        ProtocolStep.watch(reached -> {
            boolean compacts = Thread.currentThread().getName().equals("verbatim-map-keeper");
            boolean isWanted = compacts == (step == ProtocolStep.FOLDER || step == ProtocolStep.NAMELESS);
            if (reached == step && isWanted && remaining.decrementAndGet() == 0) {
                action.run();
            }
        });
    }

    private static void await(BufferedReader commands) {
        try {
            System.out.println("waits");
            commands.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void loseLocks(MappedMap<?, ?> map) {
        try {
            FileChannel.open(map.path().resolve("lock"), StandardOpenOption.READ)
                    .close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
