package consumer.base;

/** A class that only this package can name, and that nobody else can make. */
final class Fee {
    private int amount;
    private Market market;

    private Fee() {}

    static Fee of(int amount, Market market) {
        Fee fee = new Fee();
        fee.amount = amount;
        fee.market = market;
        return fee;
    }

    int amount() {
        return amount;
    }

    void spoil() {
        market = null;
    }
}
