package dev.verbatim.jmh.map;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;

/**
 * A map on the heap, from texts to the bytes that our codec makes of an account. It is a yardstick: nothing persists,
 * and the texts of the keys are at hand with their hashes.
 */
final class HeapAccounts implements Store {

    private final ConcurrentMap<String, byte[]> map;

    HeapAccounts(int entries) {
        map = new ConcurrentHashMap<>(entries);
    }

    @Override
    public Client client(int[] numbers) {
        return new AccountClient(map, Keys.texts(numbers));
    }

    @Override
    public void close() {
        map.clear();
    }

    private static final class AccountClient implements Client {

        private final ConcurrentMap<String, byte[]> map;
        private final String[] keys;
        private final Account[] accounts = IntStream.range(0, Contender.PREPARED)
                .mapToObj(i -> new Account().fill(i))
                .toArray(Account[]::new);
        private final Account target = new Account();

        AccountClient(ConcurrentMap<String, byte[]> map, String[] keys) {
            this.map = map;
            this.keys = keys;
        }

        @Override
        public Object get(int place) {
            byte[] found = map.get(keys[place]);
            return found == null ? null : Account.CODEC.read(MemorySegment.ofArray(found), 0);
        }

        @Override
        public long getInto(int place) {
            byte[] found = map.get(keys[place]);
            if (found == null) {
                return NOTHING;
            }
            Account.CODEC.readInto(target, MemorySegment.ofArray(found), 0);
            return target.changes;
        }

        @Override
        public void put(int place, long number) {
            Account account = accounts[(int) number & Contender.PREPARED - 1];
            account.changes = number;
            byte[] bytes = new byte[(int) Account.CODEC.encodedSize(account)];
            Account.CODEC.write(account, MemorySegment.ofArray(bytes), 0);
            map.put(keys[place], bytes);
        }
    }
}
