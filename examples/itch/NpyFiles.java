package itch;

import dev.verbatim.StructCodec;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A {@code .npy} file for each type of message, which NumPy opens: {@code AddOrder.npy} and so on. */
final class NpyFiles implements AutoCloseable {

    private final Path folder;
    private final Map<Class<?>, StructFile<Message>> files = new HashMap<>();

    /** Makes the folder, if it is not there. */
    NpyFiles(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    // @start region="npy"
    void add(Message message) throws IOException {
        StructFile<Message> file = files.get(message.getClass());
        if (file == null) {
            file = create(message.getClass());
            files.put(message.getClass(), file);
        }
        file.append(message);
    }

    @SuppressWarnings("unchecked") // the codec's type is the class
    private StructFile<Message> create(Class<?> type) throws IOException {
        StructCodec<Message> codec = (StructCodec<Message>) Message.CODECS.values().stream()
                .filter(candidate -> candidate.type() == type)
                .findFirst()
                .orElseThrow();
        return StructFile.create(folder.resolve(type.getSimpleName() + ".npy"), codec);
    }
    // @end

    @Override
    public void close() throws IOException {
        for (StructFile<Message> file : files.values()) {
            file.close();
        }
    }
}
