/**
 * Composition and delegation in one line: objects that implement an interface by forwarding to delegates, which they
 * hide.
 *
 * <p>{@link dev.verbatim.emissary.Emissary} is the whole package. {@code dev.verbatim.internal.emissary} binds a header
 * and generates the class of its emissaries, beside the views and the codecs.
 */
@NullMarked
package dev.verbatim.emissary;

import org.jspecify.annotations.NullMarked;
