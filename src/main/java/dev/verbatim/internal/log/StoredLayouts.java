package dev.verbatim.internal.log;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The layouts of payloads, each in a file {@code layouts/<id>} that holds its {@link LayoutText}. The id is the CRC-32C
 * of the text, in eight hexadecimal digits in the file's name; a text that does not match its id is refused. Any thread
 * may use it.
 */
public final class StoredLayouts {

    /** The name of the folder. */
    static final String FOLDER_NAME = "layouts";

    /** How many characters a message shows of a longer text. */
    private static final int SHOWN_CHARS = 100;

    private final Path folder;

    private final ControlFile control;

    /** The ids of texts that are on the device. */
    private final Map<String, Integer> stored = new ConcurrentHashMap<>();

    /** Texts that are stored by their ids, for {@link #isOther}. */
    private final Set<String> compared = ConcurrentHashMap.newKeySet();

    StoredLayouts(Path log, ControlFile control) {
        this.folder = log.resolve(FOLDER_NAME);
        this.control = control;
    }

    /** {@return the id of a layout, which need not be stored} */
    public static int idOf(StructLayout layout) {
        return LayoutText.id(layout);
    }

    Path path(int id) {
        return folder.resolve(HexFormat.of().toHexDigits(id));
    }

    /** {@return all that are stored, by id} */
    public Map<Integer, StructLayout> all() throws IOException {
        List<String> names;
        try {
            names = LogFiles.list(folder).stream()
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[0-9a-f]{8}"))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return Map.of(); // the folder is made with the first one
        } catch (NotDirectoryException e) {
            throw new StoreException(folder, "a folder", "a file");
        }
        Map<Integer, StructLayout> all = new LinkedHashMap<>();
        for (String name : names) {
            int id = Integer.parseUnsignedInt(name, 16);
            all.put(id, load(id));
        }
        return all;
    }

    /** {@return the id of a layout that is on the device} The first call stores it. */
    public int store(StructLayout layout) throws IOException {
        String text = LayoutText.of(layout);
        Integer known = stored.get(text);
        if (known != null) {
            return known;
        }
        int id = LayoutText.idOf(text);
        UninterruptibleIo.call(() -> publish(path(id), text));
        stored.put(text, id);
        return id;
    }

    private Path publish(Path file, String text) throws IOException {
        control.requireInPlace();
        if (!LogFiles.exists(file)) {
            Path unfinished = LogFiles.unfinished(folder);
            LogFiles.writeAndForce(unfinished, text.getBytes(StandardCharsets.UTF_8));
            LogFiles.link(unfinished, file);
        }
        // Also where another process has given the file its name: it may not have come to this yet.
        control.forceFolder(folder);
        String found = text(file);
        if (!found.equals(text)) {
            throw new StoreException(file, "the layout " + text, excerpt(found));
        }
        return file;
    }

    /**
     * {@return a layout that was stored}
     *
     * @throws StoreException if there is none of this id, or its file is damaged
     */
    public StructLayout load(int id) throws IOException {
        // On no thread of its own: OpenJDK's Files.readString is not ended by an interrupt (readAllBytes makes its
        // channel uninterruptible). LockTrapsTest would tell.
        String text = text(path(id));
        if (LayoutText.idOf(text) != id) {
            throw new StoreException(path(id), "a layout of this id", excerpt(text));
        }
        try {
            return LayoutText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new StoreException(path(id), "a layout", String.valueOf(e.getMessage()));
        }
    }

    /**
     * {@return whether another layout is stored by the id of this one} Two texts may have the same CRC. A file that is
     * missing or damaged does not tell: who has the layout needs no file.
     */
    public boolean isOther(StructLayout layout) throws IOException {
        String text = LayoutText.of(layout);
        if (stored.containsKey(text) || compared.contains(text)) {
            return false;
        }
        int id = LayoutText.idOf(text);
        try {
            String found = text(path(id));
            if (!found.equals(text)) {
                return LayoutText.idOf(found) == id;
            }
            compared.add(text);
            return false;
        } catch (StoreException e) {
            return false;
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new StoreException(file, "a layout", "no file");
        } catch (CharacterCodingException e) {
            throw new StoreException(file, "a layout in UTF-8", "bytes that are not: " + e.getMessage());
        } catch (IOException e) {
            LogFiles.requireNoFolder(file);
            throw e;
        }
    }

    private static String excerpt(String text) {
        if (text.isEmpty()) {
            return "an empty file";
        }
        return text.length() <= 2 * SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }
}
