/** The binding models: layouts walked, members, values. Exported to nobody. */
@NullMarked
package dev.verbatim.internal.model;

import org.jspecify.annotations.NullMarked;
