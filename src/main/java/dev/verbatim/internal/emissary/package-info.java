/**
 * Emissaries: objects that implement an interface by forwarding to delegates, and views composed of views.
 *
 * <p>A <i>header</i> is an interface with one abstract method. The method takes the delegates and returns the emissary:
 * its parameters say what the delegates are, and its result says what the emissary is. {@link dev.verbatim.emissary}
 * shows one.
 *
 * <ul>
 *   <li>{@link dev.verbatim.internal.emissary.EmissaryBinder} matches a header to the interface that it returns and
 *       makes an {@link dev.verbatim.internal.emissary.EmissaryBinding}. {@code EmissaryForwards} finds the delegate of
 *       each method, and {@code ForwardedCall} says whether the types of two methods fit.
 *   <li>{@code InterfaceMembers} lists the methods of an interface, as its users see them.
 *   <li>{@link dev.verbatim.internal.emissary.EmissaryGenerator} writes the hidden classes; {@code GeneratedEmissaries}
 *       implements the header with them, and {@code ComposedViews} makes views of adjacent structs.
 * </ul>
 *
 * <p>To change what can be forwarded, start at {@code EmissaryForwards}.
 */
@NullMarked
package dev.verbatim.internal.emissary;

import org.jspecify.annotations.NullMarked;
