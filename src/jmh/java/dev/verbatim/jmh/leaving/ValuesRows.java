package dev.verbatim.jmh.leaving;

import static dev.verbatim.jmh.leaving.RowsCheck.fails;
import static dev.verbatim.jmh.leaving.RowsCheck.same;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import net.openhft.chronicle.bytes.Byteable;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.values.Values;

/** Chronicle's values. */
final class ValuesRows {

    private ValuesRows() {}

    static void check() {
        BytesStore<?, ?> store = BytesStore.nativeStoreWithFixedCapacity(128);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(BalanceView.VIEWS.layout());
            BalanceValue value;
            BalanceView view;
            // @there
            value = Values.newNativeReference(BalanceValue.class);
            ((Byteable) value).bytesStore(store, 0, ((Byteable) value).maxSize());
            // @here
            view = BalanceView.VIEWS.wrap(segment, 0);
            // @end
            words(value, view);
            texts(value, view);
            elements(value, view);
        }
        store.releaseLast();
    }

    private static void words(BalanceValue value, BalanceView view) {
        Object there;
        Object here;
        // @there
        value.setDollars(41);
        there = value.getDollars();
        // @here
        view.setDollars(41);
        here = view.getDollars();
        // @end
        same(there, here);
        // @there
        value.setOrderedDollars(42);
        there = value.getVolatileDollars();
        // @here
        view.setReleaseDollars(42);
        here = view.getVolatileDollars();
        // @end
        same(there, here);
        // @there
        there = value.compareAndSwapDollars(42, 43);
        // @here
        here = view.compareAndSetDollars(42, 43);
        // @end
        same(there, here);
        // @there
        there = value.addAtomicDollars(5);
        // @here
        here = view.getAndAddDollars(5) + 5;
        // @end
        same(there, here);
        // @there
        there = value.addDollars(5);
        // @here
        view.setDollars(view.getDollars() + 5);
        // @end
        same(there, view.getDollars());
    }

    private static void texts(BalanceValue value, BalanceView view) {
        Object there;
        Object here;
        // @there
        value.setName("Zürich");
        there = value.getName();
        // @here
        view.setName("Zürich");
        here = view.getName();
        // @end
        same(there, here);
        StringBuilder builder = new StringBuilder("what was there");
        // @there
        there = value.getUsingName(builder).toString();
        // @here
        builder.setLength(0);
        here = view.getName(builder).toString();
        // @end
        same(there, here);
        value.setName(null);
        same(null, value.getName());
        fails(NullPointerException.class, () -> view.setName(null));
    }

    private static void elements(BalanceValue value, BalanceView view) {
        Object there;
        Object here;
        // @there
        value.setRateAt(2, 7);
        there = value.getRateAt(2);
        // @here
        view.setRate(2, 7);
        here = view.getRate(2);
        // @end
        same(there, here);
    }
}
