/** Matches DTO types and the interfaces of views to layouts. Exported to nobody. */
@NullMarked
package dev.verbatim.internal.bind;

import org.jspecify.annotations.NullMarked;
