/** A library of DTOs that has never heard of Verbatim. */
module consumer.lib {
    exports consumer.lib;
}
