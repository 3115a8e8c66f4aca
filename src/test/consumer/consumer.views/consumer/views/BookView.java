package consumer.views;

import dev.verbatim.StructView;

/** A view with everything that this module exports in it. */
public interface BookView extends StructView, Identified<BookView> {
    LevelView best();

    LevelView levels(int index);

    Level getLevels(int index);

    void setLevels(int index, Level level);

    Level[] levels();

    default double spread() {
        return levels(1).price() - best().price();
    }
}
