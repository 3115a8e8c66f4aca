/** An application as a user writes it: it requires Verbatim, exports nothing and opens nothing. */
module consumer {
    requires consumer.lib;
    requires consumer.views;
    requires dev.verbatim;
}
