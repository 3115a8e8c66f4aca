/** Composition and delegation: matches a header to an interface, and writes hidden classes. Exported to nobody. */
@NullMarked
package dev.verbatim.internal.emissary;

import org.jspecify.annotations.NullMarked;
