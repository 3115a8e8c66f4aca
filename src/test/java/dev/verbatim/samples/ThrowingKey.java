package dev.verbatim.samples;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.StructCodec;
import java.io.IOException;

/**
 * A DTO whose conversion throws a checked exception for some values, as that of a language can which checks none.
 *
 * @param id its only member
 */
public record ThrowingKey(Id id) {

    /**
     * What is converted.
     *
     * @param number its number; one below zero cannot be stored
     */
    public record Id(long number) {}

    public static final StructCodec<ThrowingKey> CODEC = StructCodec.ofRecord(
            lookup(),
            ThrowingKey.class,
            structLayout(JAVA_LONG.withName("id")),
            Conversions.of(Conversion.ofLong(Id.class, ThrowingKey::number, Id::new)));

    public static final ThrowingKey GOOD = new ThrowingKey(new Id(1));

    /** To write it is an {@link IOException}. */
    public static final ThrowingKey BAD = new ThrowingKey(new Id(-1));

    private static long number(Id id) {
        if (id.number() < 0) {
            throw ThrowingKey.<RuntimeException>unchecked(new IOException("no such id"));
        }
        return id.number();
    }

    /** Throws what a signature does not allow. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast lets it pass for any type
    public static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }
}
