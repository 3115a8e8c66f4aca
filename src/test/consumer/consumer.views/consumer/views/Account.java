package consumer.views;

import dev.verbatim.emissary.Emissary;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** What this module hands out of objects that it keeps to itself; another module may compose it of others. */
public interface Account extends Supplier<String>, Callable<String> {

    /** Its header. */
    interface Header {
        Account of(Supplier<String> owner, Callable<String> statement);
    }

    Header NEW = Emissary.bind(MethodHandles.lookup(), Header.class);

    /** An override that reaches a delegate. */
    default String describe() {
        return "account of "
                + Emissary.delegate(MethodHandles.lookup(), this, Supplier.class)
                        .get();
    }

    static MethodHandles.Lookup lookup() {
        return MethodHandles.lookup();
    }
}
