/** A library of views, which another module makes. */
module consumer.views {
    exports consumer.views;

    requires transitive dev.verbatim;
}
