package dev.verbatim;

import org.jspecify.annotations.Nullable;

/** A class in a file of its own, with a field whose type is in another one. */
class MutableLeg {

    private int quantity;

    private OtherNestsTest.@Nullable Price price;

    final OtherNestsTest.@Nullable Price currentPrice() {
        return price;
    }

    final void set(int newQuantity, OtherNestsTest.Price newPrice) {
        quantity = newQuantity;
        price = newPrice;
    }

    final int currentQuantity() {
        return quantity;
    }
}
