package dev.verbatim.file;

import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that writes a file of quotes, as another process or as another class loader's copy of the library. */
public final class WriterProgram {

    private static final int APPENDS_PER_REPORT = 500;
    static final int CONTENDED_APPENDS = 300;

    private WriterProgram() {}

    /**
     * Runs it.
     *
     * @param args what to do, {@code try}, {@code hold}, {@code append} or {@code contend}, and the file
     * @throws IOException if it fails
     */
    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[1]);
        switch (args[0]) {
            case "try" -> System.out.print(tryToWrite(path));
            case "hold" -> hold(path);
            case "append" -> append(path);
            case "contend" -> contend(path);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /**
     * {@return "opened", or the message of what it was refused with}
     *
     * @param path the file
     */
    public static String tryToWrite(Path path) {
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            return "opened";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /**
     * {@return how many records there are}
     *
     * @param path the file
     * @throws IOException if it cannot be read
     */
    public static String read(Path path) throws IOException {
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            return Long.toString(file.size());
        }
    }

    /** Has the file open for writing until its input ends. */
    private static void hold(Path path) throws IOException {
        try (StructFile<Quote> _ = StructFile.openReadWrite(path, Quote.CODEC)) {
            System.out.println("opened");
            System.out.flush();
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Appends without end, and reports how many records there are once they are appended. */
    private static void append(Path path) throws IOException {
        try (StructFile<Quote> file = Files.exists(path)
                ? StructFile.openReadWrite(path, Quote.CODEC)
                : StructFile.create(path, Quote.CODEC)) {
            while (true) {
                System.out.println(file.size());
                System.out.flush();
                for (int i = 0; i < APPENDS_PER_REPORT; i++) {
                    file.append(Quote.of(file.size()));
                }
            }
        }
    }

    /**
     * Opens the file for each record that it appends, as often as it is refused, and reads it on the way by means that
     * drop locks.
     */
    private static void contend(Path path) throws IOException {
        for (int appended = 0; appended < CONTENDED_APPENDS; ) {
            try (StructFile<Quote> file = StructFile.openReadWrite(path, Quote.CODEC)) {
                Files.readAllBytes(path);
                file.append(Quote.of(file.size()));
                appended++;
            } catch (StructFileException e) {
                if (!String.valueOf(e.getMessage()).endsWith("close the other writer first")) {
                    throw e;
                }
            }
        }
    }
}
