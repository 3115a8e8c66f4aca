package dev.verbatim.jmh;

import org.openjdk.jmh.annotations.Param;

/** Structs of 8 to 128 fields. */
public abstract class ManyFieldsState extends FieldsState {

    @Param({"8", "16", "32", "64", "128"})
    public int fields;

    @Override
    final int fields() {
        return fields;
    }
}
