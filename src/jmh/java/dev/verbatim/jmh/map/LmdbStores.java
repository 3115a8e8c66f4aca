package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

/** How LMDB is opened here: like the other maps it leaves it to the system when bytes reach the device. */
final class LmdbStores {

    /** More than five million entries of any map here take. */
    private static final long MAP_SIZE = 8L << 30;

    private LmdbStores() {}

    static Env<ByteBuffer> open(Path folder) throws IOException {
        return Env.create()
                .setMapSize(MAP_SIZE)
                .open(
                        folder.toFile(),
                        EnvFlags.MDB_WRITEMAP,
                        EnvFlags.MDB_NOSYNC,
                        EnvFlags.MDB_NOMETASYNC,
                        EnvFlags.MDB_NOTLS,
                        EnvFlags.MDB_NORDAHEAD,
                        EnvFlags.MDB_NOMEMINIT);
    }

    /** {@return a buffer for a key or a value, which LMDB takes as it lies} */
    static ByteBuffer buffer(int byteSize) {
        return ByteBuffer.allocateDirect(byteSize).order(ByteOrder.nativeOrder());
    }
}
