package dev.verbatim;

/** A superclass in the DTO's package and another nest, with a private field. */
class Priced {

    private double price;

    final double currentPrice() {
        return price;
    }

    final void reprice(double newPrice) {
        price = newPrice;
    }
}
