package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What a map takes on disk, and how long it takes to open it. */
final class FileFigures {

    private static final int OPENINGS = 11;

    private FileFigures() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        print(Contender.valueOf(args[0]), Integer.parseInt(args[1]));
    }

    private static void print(Contender contender, int entries) throws IOException, InterruptedException {
        TemporaryFolder folder = TemporaryFolder.create();
        try {
            try (Store store = contender.open(folder.path(), entries)) {
                Client client = store.client(IntStream.range(0, entries).toArray());
                for (int i = 0; i < entries; i++) {
                    client.put(i, i);
                }
            }
            System.out.printf(Locale.ROOT, "%s, %,d entries%n", contender, entries);
            printSizes(folder, entries);
            printOpenings(contender, folder.path(), entries);
        } finally {
            folder.delete();
        }
    }

    private static void printSizes(TemporaryFolder folder, int entries) throws IOException, InterruptedException {
        long length = 0;
        for (Path file : folder.files()) {
            length += Files.isDirectory(file) ? 0 : Files.size(file);
        }
        long stored = (long) Long.BYTES + Quote.BYTES;
        System.out.printf(
                Locale.ROOT,
                "  files: %,d bytes, %.1f an entry beside key and value%n",
                length,
                (double) length / entries - stored);
        long blocks = blocks(folder.path());
        System.out.printf(
                Locale.ROOT,
                "  their blocks: %,d bytes, %.1f an entry beside key and value%n",
                blocks,
                (double) blocks / entries - stored);
    }

    /** {@return the bytes of all blocks that files in a folder have} A file can be longer than its blocks. */
    private static long blocks(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("du", "--summarize", "--block-size=1", folder.toString()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return Long.parseLong(output.split("\\s", 2)[0]);
    }

    private static void printOpenings(Contender contender, Path folder, int entries) throws IOException {
        long[] nanos = new long[OPENINGS];
        for (int i = 0; i < OPENINGS; i++) {
            long start = System.nanoTime();
            Store store = contender.open(folder, entries);
            Client client = store.client(new int[] {entries / 2});
            if (client.getInto(0) != entries / 2) {
                throw new IllegalStateException("expected value=" + entries / 2 + ", found " + client.getInto(0));
            }
            nanos[i] = System.nanoTime() - start;
            store.close();
        }
        double first = nanos[0] / (double) TimeUnit.MILLISECONDS.toNanos(1);
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "  open, and get once: %.2f ms the first time, %.2f ms the median of %d%n",
                first,
                nanos[OPENINGS / 2] / (double) TimeUnit.MILLISECONDS.toNanos(1),
                OPENINGS);
    }
}
