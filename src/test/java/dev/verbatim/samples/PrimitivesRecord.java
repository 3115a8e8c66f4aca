package dev.verbatim.samples;

/** Two components of each primitive type; the components of {@link PrimitivesClass}. */
public record PrimitivesRecord(
        boolean boolean1,
        boolean boolean2,
        byte byte1,
        byte byte2,
        short short1,
        short short2,
        char char1,
        char char2,
        int int1,
        int int2,
        long long1,
        long long2,
        float float1,
        float float2,
        double double1,
        double double2) {}
