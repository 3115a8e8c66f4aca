/** Writes hidden classes: codecs, variable-length codecs and views. Exported to nobody. */
@NullMarked
package dev.verbatim.internal.codegen;

import org.jspecify.annotations.NullMarked;
