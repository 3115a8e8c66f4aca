package dev.verbatim.jmh.map;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.StructLayout;

/** What is known of a customer, in a varying number of bytes: two texts and an array. It is mutable, to be reused. */
class Account {

    static final StructLayout LAYOUT = Layouts.varRecord(
            JAVA_LONG.withName("changes"),
            Layouts.varRef("name"),
            Layouts.varRef("address"),
            Layouts.varRef("orders", JAVA_LONG));

    static final ReusableVarCodec<Account> CODEC = VarCodec.ofClass(lookup(), Account.class, LAYOUT);

    private static final int MAX_ORDERS = 10;
    private static final int MAX_NAME = 20;

    long changes;
    String name = "";
    String address = "";
    long[] orders = {};

    /** Takes the account of a number: neighbours have texts and arrays of other lengths. Returns this object. */
    final Account fill(int number) {
        name = "Baltasar Gracian y Morales".substring(number % MAX_NAME);
        address = number + " Rue de l'Arbre-Sec, 75001 Paris".substring(number % MAX_NAME);
        orders = new long[1 + number % MAX_ORDERS];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = 1_000_000L * number + i;
        }
        return this;
    }

    /** {@return the array to read so many orders into: the present one, if it has this length} */
    final long[] orders(int length) {
        return orders.length == length ? orders : new long[length];
    }
}
