package dev.verbatim.file;

import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A program that fills the file system of a folder and prints what comes of it. */
final class FullDiskProgram {

    private static final Pattern WANTED = Pattern.compile(" to (\\d+) bytes");

    private final Path path;
    private final Path ballast;

    private FullDiskProgram(Path folder) {
        this.path = folder.resolve("quotes.npy");
        this.ballast = folder.resolve("ballast");
    }

    public static void main(String[] args) throws IOException {
        FullDiskProgram program = new FullDiskProgram(Path.of(args[1]));
        switch (args[0]) {
            case "append" -> program.append();
            case "appendAll" -> program.appendAll();
            case "create" -> program.create();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private void append() throws IOException {
        Files.write(ballast, new byte[512 << 10]);
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            long capacity = 0;
            long size = 0;
            String message = null;
            while (message == null) {
                capacity = Files.size(path);
                size = file.size();
                message = failureOf(file);
            }
            print("capacity before", capacity);
            print("size before", size);
            print("append", message);
            printWanted(message);
            print("capacity", Files.size(path));
            print("size", file.size());
            print("whole", countWhole(file));
            try (StructFile<Quote> reader = StructFile.open(path, Quote.CODEC)) {
                print("whole to a reader", countWhole(reader));
            }
            print("append again", message.equals(failureOf(file)) ? "the same" : "another");
            print("capacity", Files.size(path));
            print("whole", countWhole(file));

            Files.delete(ballast);
            print("append with space", file.append(Quote.of(file.size())));
            print("whole", countWhole(file));
        }
        reopen();
    }

    private void reopen() throws IOException {
        long closedSize = Files.size(path);
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            print("cut at close", closedSize == 192 + file.size() * 24);
            print("whole after reopening", countWhole(file));
        }
    }

    private void appendAll() throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            for (long i = 0; i < 10; i++) {
                file.append(Quote.of(i));
            }
            print("capacity before", Files.size(path));
            try {
                print("appendAll", file.appendAll(MemorySegment.ofArray(new byte[24 * 100_000])));
            } catch (IOException e) {
                print("appendAll", e.getMessage());
                printWanted(e.getMessage());
            }
            print("capacity", Files.size(path));
            print("whole", countWhole(file));
            print("append", file.append(Quote.of(10)));
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            print("whole after reopening", countWhole(file));
        }
    }

    private void create() throws IOException {
        try (FileChannel channel = FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (true) {
                channel.write(ByteBuffer.allocate(4096));
            }
        } catch (IOException e) {
            // the disk is full
        }
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            print("create", file.size());
        } catch (IOException e) {
            print("create", e.getMessage());
        }
        printFiles();
        Files.delete(ballast);
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            print("create with space", file.size());
        }
        printFiles();
    }

    /** {@return why a record could not be appended, or {@code null} if it was} */
    private static String failureOf(StructFile<Quote> file) {
        try {
            file.append(Quote.of(file.size()));
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static long countWhole(StructFile<Quote> file) {
        long whole = 0;
        for (long i = 0; i < file.size(); i++) {
            whole += file.get(i).equals(Quote.of(i)) ? 1 : 0;
        }
        return whole;
    }

    private static void printWanted(String message) {
        Matcher matcher = WANTED.matcher(message);
        print("wanted", matcher.find() ? matcher.group(1) : "nothing");
    }

    private void printFiles() throws IOException {
        try (Stream<Path> files = Files.list(path.getParent())) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            print("files", names);
        }
    }

    private static void print(String key, Object value) {
        System.out.println(key + "=" + value);
    }
}
