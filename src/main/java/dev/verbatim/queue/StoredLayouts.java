package dev.verbatim.queue;

import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The layouts of payloads, each in a file {@code layouts/<id>} that holds its {@link LayoutText}. The id is the CRC-32C
 * of the text, in eight hexadecimal digits in the file's name; a text that does not match its id is refused. Any thread
 * may use it.
 */
final class StoredLayouts {

    /** The name of the folder. */
    static final String FOLDER_NAME = "layouts";

    private final Path folder;

    /** The ids of texts that are on the device. */
    private final Map<String, Integer> stored = new ConcurrentHashMap<>();

    StoredLayouts(Path queue) {
        this.folder = queue.resolve(FOLDER_NAME);
    }

    /** {@return the id of a layout, which need not be stored} */
    static int idOf(StructLayout layout) {
        return idOf(LayoutText.of(layout));
    }

    private static int idOf(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        int id = (int) crc.getValue();
        // 0 says that an entry's layout was not given
        return id == 0 ? 1 : id;
    }

    Path path(int id) {
        return folder.resolve("%08x".formatted(id));
    }

    /** {@return all that are stored, by id} */
    Map<Integer, StructLayout> all() throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[0-9a-f]{8}"))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return Map.of(); // the folder is made with the first one
        }
        Map<Integer, StructLayout> all = new LinkedHashMap<>();
        for (String name : names) {
            int id = Integer.parseUnsignedInt(name, 16);
            all.put(id, load(id));
        }
        return all;
    }

    /** {@return the id of a layout that is on the device} The first call stores it. */
    int store(StructLayout layout) throws IOException {
        String text = LayoutText.of(layout);
        Integer known = stored.get(text);
        if (known != null) {
            return known;
        }
        int id = idOf(text);
        UninterruptibleIo.call(() -> publish(path(id), text));
        stored.put(text, id);
        return id;
    }

    private Path publish(Path file, String text) throws IOException {
        if (!Files.exists(file)) {
            Path unfinished = QueueFiles.unfinished(folder);
            QueueFiles.writeAndForce(unfinished, text.getBytes(StandardCharsets.UTF_8));
            QueueFiles.publish(unfinished, file);
        } else {
            // The process that published it may not have come to this yet.
            QueueFiles.forceFolder(folder);
        }
        String found = Files.readString(file);
        if (!found.equals(text)) {
            throw new QueueException(file, "the layout " + text, LayoutText.excerpt(found, 0));
        }
        return file;
    }

    /**
     * {@return a layout that was stored}
     *
     * @throws QueueException if there is none of this id, or its file is damaged
     */
    StructLayout load(int id) throws IOException {
        String text;
        try {
            text = UninterruptibleIo.call(() -> Files.readString(path(id)));
        } catch (NoSuchFileException e) {
            throw new QueueException(path(id), "a layout", "no file");
        }
        if (idOf(text) != id) {
            throw new QueueException(path(id), "a layout of this id", LayoutText.excerpt(text, 0));
        }
        try {
            return LayoutText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new QueueException(path(id), "a layout", String.valueOf(e.getMessage()));
        }
    }
}
