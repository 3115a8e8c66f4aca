/**
 * Composition and delegation in one line: objects that implement an interface by forwarding to delegates, which they hide.
 *
 * <p>{@link dev.verbatim.emissary.Emissary} is all of it. How an emissary is bound and generated stands in {@code dev.verbatim.internal}, beside the
 * views and the codecs.
 */
@NullMarked
package dev.verbatim.emissary;

import org.jspecify.annotations.NullMarked;
