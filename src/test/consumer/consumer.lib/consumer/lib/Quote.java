package consumer.lib;

/** An immutable class that another module binds, by its constructor and by methods of all names. */
public final class Quote {
    public final long id;
    private final double price;
    private final int quantity;
    private final boolean open;
    private final String venue;
    private final double value;

    public Quote(long id, boolean open, double price, int quantity, String venue) {
        this.id = id;
        this.open = open;
        this.price = price;
        this.quantity = quantity;
        this.venue = venue;
        value = price * quantity;
    }

    public double price() {
        return price;
    }

    public int getQuantity() {
        return quantity;
    }

    public boolean isOpen() {
        return open;
    }

    public String getVenue() {
        return venue;
    }

    public double value() {
        return value;
    }
}
