/**
 * The binding model and what is generated from it.
 *
 * <p>{@link dev.verbatim.internal.LayoutMembers} walks a layout; {@link dev.verbatim.internal.Binder} matches it to a DTO type
 * and makes a {@link dev.verbatim.internal.Binding}; {@link dev.verbatim.internal.CodecGenerator} writes a hidden class from
 * that. There is one model and no second place that knows how a layout is walked. Exported to nobody.
 */
@NullMarked
package dev.verbatim.internal;

import org.jspecify.annotations.NullMarked;
