package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/** A Chronicle Map from texts to accounts, in a file. */
final class ChronicleAccounts implements Store {

    private final ChronicleMap<String, ChronicleAccount> map;

    ChronicleAccounts(Path folder, long entries, boolean checksum) throws IOException {
        map = ChronicleStores.open(
                ChronicleMapBuilder.of(String.class, ChronicleAccount.class)
                        .averageKey(Keys.text(0))
                        .averageValue(account(Contender.PREPARED / 2)),
                folder,
                entries,
                checksum);
    }

    private static ChronicleAccount account(int number) {
        ChronicleAccount account = new ChronicleAccount();
        account.fill(number);
        return account;
    }

    @Override
    public Client client(int[] numbers) {
        return new AccountClient(map, Keys.texts(numbers));
    }

    @Override
    public void close() {
        map.close();
    }

    private static final class AccountClient implements Client {

        private final ChronicleMap<String, ChronicleAccount> map;
        private final String[] keys;
        private final ChronicleAccount[] accounts = IntStream.range(0, Contender.PREPARED)
                .mapToObj(ChronicleAccounts::account)
                .toArray(ChronicleAccount[]::new);
        private final ChronicleAccount target = new ChronicleAccount();

        AccountClient(ChronicleMap<String, ChronicleAccount> map, String[] keys) {
            this.map = map;
            this.keys = keys;
        }

        @Override
        public Object get(int place) {
            return map.get(keys[place]);
        }

        @Override
        public long getInto(int place) {
            return map.getUsing(keys[place], target) == null ? NOTHING : target.changes;
        }

        @Override
        public void put(int place, long number) {
            ChronicleAccount account = accounts[(int) number & Contender.PREPARED - 1];
            account.changes = number;
            map.put(keys[place], account);
        }
    }
}
