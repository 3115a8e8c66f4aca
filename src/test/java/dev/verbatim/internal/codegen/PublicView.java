package dev.verbatim.internal.codegen;

import dev.verbatim.StructView;

/** A public view, with accessors of types that only its own package sees. */
public interface PublicView extends StructView {

    PackageView part();

    PackageDto getPart();

    /** Reads through both accessors. */
    default int sum() {
        return part().x() + getPart().x;
    }
}

interface PackageView extends StructView {

    int x();
}

final class PackageDto {
    int x;
}
