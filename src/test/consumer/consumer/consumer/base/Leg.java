package consumer.base;

/** A record that only this package can name. */
record Leg(long price, Market market, String venue) {}
