package dev.verbatim.internal.codegen;

/** A superclass in another package than the DTO's, with a private field and a package-private one. */
public class Identified {

    private long id;
    int revision;

    protected Identified() {}

    public final long currentId() {
        return id;
    }

    public final int currentRevision() {
        return revision;
    }

    public final void identify(long newId, int newRevision) {
        id = newId;
        revision = newRevision;
    }
}
