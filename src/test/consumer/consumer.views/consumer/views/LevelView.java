package consumer.views;

import dev.verbatim.StructView;

/** A view that another module binds, alone and nested in its own views. */
public interface LevelView extends StructView {
    double price();

    LevelView price(double price);

    Side side();

    void side(Side side);

    boolean compareAndSetPrice(double expected, double price);
}
