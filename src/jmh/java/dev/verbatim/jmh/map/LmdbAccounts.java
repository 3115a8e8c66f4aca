package dev.verbatim.jmh.map;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/** LMDB, from texts to accounts, which our codec makes into bytes. Transactions are as in {@link LmdbQuotes}. */
final class LmdbAccounts implements Store {

    /** More than a key or a value here takes. */
    private static final int MAX_BYTES = 1 << 10;

    private final Env<ByteBuffer> environment;
    private final Dbi<ByteBuffer> database;
    private final List<Txn<ByteBuffer>> reading = new ArrayList<>();

    LmdbAccounts(Path folder) throws IOException {
        environment = LmdbStores.open(folder);
        database = environment.openDbi((byte[]) null, DbiFlags.MDB_CREATE);
    }

    @Override
    public Client client(int[] numbers) {
        Txn<ByteBuffer> transaction = environment.txnRead();
        transaction.reset();
        reading.add(transaction);
        return new AccountClient(environment, database, transaction, Keys.texts(numbers));
    }

    @Override
    public void close() {
        reading.forEach(Txn::close);
        environment.close();
    }

    private static final class AccountClient implements Client {

        private final Env<ByteBuffer> environment;
        private final Dbi<ByteBuffer> database;
        private final Txn<ByteBuffer> transaction;
        private final String[] keys;
        private final ByteBuffer key = LmdbStores.buffer(MAX_BYTES);
        private final ByteBuffer value = LmdbStores.buffer(MAX_BYTES);
        private final MemorySegment valueMemory = MemorySegment.ofBuffer(value);
        private final Account[] accounts = IntStream.range(0, Contender.PREPARED)
                .mapToObj(i -> new Account().fill(i))
                .toArray(Account[]::new);
        private final Account target = new Account();

        AccountClient(
                Env<ByteBuffer> environment, Dbi<ByteBuffer> database, Txn<ByteBuffer> transaction, String[] keys) {
            this.environment = environment;
            this.database = database;
            this.transaction = transaction;
            this.keys = keys;
        }

        private ByteBuffer key(int place) {
            return key.clear().put(keys[place].getBytes(StandardCharsets.UTF_8)).flip();
        }

        @Override
        public Object get(int place) {
            transaction.renew();
            try {
                ByteBuffer found = database.get(transaction, key(place));
                return found == null ? null : Account.CODEC.read(MemorySegment.ofBuffer(found), 0);
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
                Account.CODEC.readInto(target, MemorySegment.ofBuffer(found), 0);
                return target.changes;
            } finally {
                transaction.reset();
            }
        }

        @Override
        public void put(int place, long number) {
            Account account = accounts[(int) number & Contender.PREPARED - 1];
            account.changes = number;
            value.clear().limit((int) Account.CODEC.write(account, valueMemory, 0));
            try (Txn<ByteBuffer> writing = environment.txnWrite()) {
                database.put(writing, key(place), value);
                writing.commit();
            }
        }
    }
}
