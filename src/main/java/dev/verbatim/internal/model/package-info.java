/**
 * The model, as plain data: layouts, and the DTO types and views that are bound to them. This room uses none of the
 * others.
 *
 * <ul>
 *   <li>{@link dev.verbatim.internal.model.LayoutMembers} is the one place that walks a layout and adds up its offsets.
 *   <li>{@link dev.verbatim.internal.model.Value} says what a member holds. Its two halves say where the value can lie:
 *       a {@code Fixed} one within the struct, a {@code Variable} one in the tail of a variable-length record. A switch
 *       over values has no default.
 *   <li>{@link dev.verbatim.internal.model.Member} is a member of a layout with its value and with the field or
 *       component that it is bound to. {@link dev.verbatim.internal.model.Binding} is a DTO type with all its members.
 *   <li>{@link dev.verbatim.internal.model.ViewBinding} is a view's interface with its accessors, and {@link
 *       dev.verbatim.internal.model.InterfaceMethod} one method of such an interface.
 *   <li>{@link dev.verbatim.internal.model.VarDescriptor} draws the bytes of variable-length records, and {@link
 *       dev.verbatim.internal.model.VarLayouts} knows how their layouts are spelled.
 *   <li>{@link dev.verbatim.internal.model.MemberPaths} spells the paths of values.
 * </ul>
 *
 * <p>To add a kind of member, add a {@code Value}, and follow the compiler. To change the bytes of variable-length
 * records, start at {@code VarDescriptor}.
 */
@NullMarked
package dev.verbatim.internal.model;

import org.jspecify.annotations.NullMarked;
