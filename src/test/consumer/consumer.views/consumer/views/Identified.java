package consumer.views;

/** What views inherit; it is no view itself. */
public interface Identified<V> {
    long id();

    V id(long id);
}
