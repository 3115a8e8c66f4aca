package dev.verbatim.jmh.map;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Our map, from texts to accounts. */
final class VerbatimAccounts implements Store {

    private final MappedMap<String, Account> map;

    VerbatimAccounts(Path folder, boolean checksum) throws IOException {
        map = MappedMap.builder(folder.resolve("map"), MapCodec.strings(), MapCodec.of(Account.CODEC))
                .checksum(checksum)
                .open();
    }

    @Override
    public Client client(int[] numbers) {
        return new AccountClient(map, Keys.texts(numbers));
    }

    @Override
    public void close() throws IOException {
        map.close();
    }

    private static final class AccountClient implements Client {

        private final MappedMap<String, Account> map;
        private final String[] keys;
        private final Account[] accounts = IntStream.range(0, Contender.PREPARED)
                .mapToObj(i -> new Account().fill(i))
                .toArray(Account[]::new);
        private final Account target = new Account();

        AccountClient(MappedMap<String, Account> map, String[] keys) {
            this.map = map;
            this.keys = keys;
        }

        @Override
        public Object get(int place) throws IOException {
            return map.get(keys[place]);
        }

        @Override
        public long getInto(int place) throws IOException {
            return map.getInto(keys[place], target) ? target.changes : NOTHING;
        }

        @Override
        public void put(int place, long number) throws IOException {
            Account account = accounts[(int) number & Contender.PREPARED - 1];
            account.changes = number;
            map.put(keys[place], account);
        }
    }
}
