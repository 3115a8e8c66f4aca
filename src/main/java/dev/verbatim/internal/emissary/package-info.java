/**
 * Emissaries: objects that implement an interface by forwarding to delegates, and views composed of views.
 *
 * <ul>
 *   <li>{@link dev.verbatim.internal.emissary.EmissaryBinder} matches a header to the interface that it returns and
 *       makes an {@link dev.verbatim.internal.emissary.EmissaryBinding}. {@code EmissaryForwards} finds the delegate of
 *       each method, and {@code ForwardedCall} says whether the types of two methods fit.
 *   <li>{@code InterfaceMembers} knows what an interface looks like to its users.
 *   <li>{@link dev.verbatim.internal.emissary.EmissaryGenerator} writes the hidden classes; {@code GeneratedEmissaries}
 *       implements the header with them, and {@code ComposedViews} makes views of adjacent structs.
 * </ul>
 *
 * <p>To change what can be forwarded, start at {@code EmissaryForwards}.
 */
@NullMarked
package dev.verbatim.internal.emissary;

import org.jspecify.annotations.NullMarked;
