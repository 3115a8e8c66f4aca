package dev.verbatim.jmh.map;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/**
 * LMDB, from longs to quotes, which our codec makes into bytes. Every read sees what was last written, so it is a
 * transaction, of one that is used again; every write is one too.
 */
final class LmdbQuotes implements Store {

    private final Env<ByteBuffer> environment;
    private final Dbi<ByteBuffer> database;
    private final List<Txn<ByteBuffer>> reading = new ArrayList<>();

    LmdbQuotes(Path folder) throws IOException {
        environment = LmdbStores.open(folder);
        database = environment.openDbi((byte[]) null, DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY);
    }

    @Override
    public Client client(int[] numbers) {
        Txn<ByteBuffer> transaction = environment.txnRead();
        transaction.reset();
        reading.add(transaction);
        return new QuoteClient(environment, database, transaction, Keys.longKeys(numbers));
    }

    @Override
    public void close() {
        reading.forEach(Txn::close);
        environment.close();
    }

    private static final class QuoteClient implements Client {

        private final Env<ByteBuffer> environment;
        private final Dbi<ByteBuffer> database;
        private final Txn<ByteBuffer> transaction;
        private final long[] keys;
        private final ByteBuffer key = LmdbStores.buffer(Long.BYTES);
        private final ByteBuffer value = LmdbStores.buffer(Quote.BYTES);
        private final MemorySegment valueMemory = MemorySegment.ofBuffer(value);
        private final Quote[] quotes = IntStream.range(0, Contender.PREPARED)
                .mapToObj(i -> new Quote().fill(i))
                .toArray(Quote[]::new);
        private final Quote target = new Quote();

        QuoteClient(Env<ByteBuffer> environment, Dbi<ByteBuffer> database, Txn<ByteBuffer> transaction, long[] keys) {
            this.environment = environment;
            this.database = database;
            this.transaction = transaction;
            this.keys = keys;
        }

        private ByteBuffer key(int place) {
            return key.putLong(0, keys[place]);
        }

        @Override
        public Object get(int place) {
            transaction.renew();
            try {
                ByteBuffer found = database.get(transaction, key(place));
                return found == null ? null : Quote.CODEC.read(MemorySegment.ofBuffer(found), 0);
            } finally {
                transaction.reset();
            }
        }

        @Override
        public long getInto(int place) {
            transaction.renew();
            try {
                ByteBuffer found = database.get(transaction, key(place));
                if (found == null) {
                    return NOTHING;
                }
                Quote.CODEC.readInto(target, MemorySegment.ofBuffer(found), 0);
                return target.sequence;
            } finally {
                transaction.reset();
            }
        }

        @Override
        public void put(int place, long number) {
            Quote quote = quotes[(int) number & Contender.PREPARED - 1];
            quote.sequence = number;
            Quote.CODEC.write(quote, valueMemory, 0);
            try (Txn<ByteBuffer> writing = environment.txnWrite()) {
                database.put(writing, key(place), value);
                writing.commit();
            }
        }
    }
}
