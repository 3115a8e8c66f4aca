/**
 * The binders: they match a DTO type, or a view's interface, to a layout, and list every mismatch.
 *
 * <ul>
 *   <li>{@link dev.verbatim.internal.bind.Binder} matches a DTO type and makes a {@link
 *       dev.verbatim.internal.model.Binding}; {@code MemberMatch} finds the component or field of each member, and
 *       {@code MemberBinder} binds the two. A {@code DtoField} is a field or a component that a member can be bound
 *       to; {@code HeldData} knows which final ones must not be lost. {@code Placement} says whether a struct stands by
 *       itself, is nested in a variable-length record, or is such a record.
 *   <li>{@code ValueBinder} is the table of which Java type binds to which layout, and what is stored; {@code
 *       TailBinder} is that of what lies in a tail. {@code DeclaredConversions} comes before both.
 *   <li>{@link dev.verbatim.internal.bind.DtoAccess} knows what generated code may name, and finds method handles for
 *       the rest.
 *   <li>{@code Declarations} are the defaults and conversions that the user has declared; {@code ConversionBinder}
 *       makes values of conversions. {@code JavaNames} knows which members of a layout a DTO can have by name.
 *   <li>{@link dev.verbatim.internal.bind.ViewBinder} matches a view's interface and makes a {@link
 *       dev.verbatim.internal.model.ViewBinding}; {@code AccessorBinder} is that of one accessor. {@code
 *       AccessorNames} knows the names of accessors, {@code ForeignNames} those of another library, and {@code
 *       TailAccessors} the signatures of those that look into a tail.
 *   <li>{@link dev.verbatim.internal.bind.InterfaceMethods} finds the methods of an interface;
 *       {@link dev.verbatim.internal.bind.TypeArguments} and {@code ScopedType} resolve their generic types. Emissaries
 *       use them too.
 * </ul>
 *
 * <p>To let another Java type be stored, or to convert one, start at {@code ValueBinder}. To let views have another
 * accessor, start at {@code AccessorBinder}.
 */
@NullMarked
package dev.verbatim.internal.bind;

import org.jspecify.annotations.NullMarked;
