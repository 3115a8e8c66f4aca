/**
 * The run-time part: what generated classes extend and call.
 *
 * <p>Verbatim writes a hidden class for each codec and for each view. The class lives in the module of the user, and
 * holds only what depends on the members: loads and stores at constant offsets. Everything else is here, written by
 * hand. {@code HiddenClass} exports this package to the module of the user at run time; nobody can see it at compile
 * time. A class or method is public here because generated code calls it, by its name and descriptor. Whoever renames
 * one renames it in {@code dev.verbatim.internal.codegen} too.
 *
 * <h2>Who does what</h2>
 *
 * <table class="striped">
 * <caption>The classes</caption>
 * <thead><tr><th scope="col">classes</th><th scope="col">what they do</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@link GeneratedCodec}, {@link GeneratedVarCodec}, {@link GeneratedView}</th>
 *     <td>are extended by generated classes: the public methods that do not depend on the members</td></tr>
 * <tr><th scope="row">{@link ConvertedCodec}, {@link ConvertedVarCodec}</th>
 *     <td>are codecs of what functions make of the values of others</td></tr>
 * <tr><th scope="row">{@link DtoLists}, {@link DtoEnums}, {@link DtoConstructors}, {@link Booleans}, {@link Text}</th>
 *     <td>make the values of DTOs; {@code Utf8} is the coding of text</td></tr>
 * <tr><th scope="row">{@link VarWriter}, {@link VarReader}</th>
 *     <td>write and read the tails of variable-length records, in a buffer of the thread; a {@link VarShape} says what
 *     they have to know of a struct in a record, and {@link VarShapes} makes it from a binding</td></tr>
 * <tr><th scope="row">{@link TailPart} with {@link TailValues}, {@link TailStructs} and {@link TailText}</th>
 *     <td>show views a part of a tail where it lies; {@code TailRules} are the rules of the format, for readers and
 *     views alike</td></tr>
 * <tr><th scope="row">{@link TextBuffer}</th>
 *     <td>is the buffer of a cursor for text</td></tr>
 * <tr><th scope="row">{@code ViewText}</th>
 *     <td>shows a view as text, for {@code toString}</td></tr>
 * <tr><th scope="row">{@link MapReader}</th>
 *     <td>reads by a layout alone, without a DTO; a {@link LayoutValue} is its model, and that of {@code
 *     dev.verbatim.text}</td></tr>
 * <tr><th scope="row">{@link ViewShape}</th>
 *     <td>is what all views of one class have in common</td></tr>
 * <tr><th scope="row">{@link SegmentList}, {@link ValueList}, {@link OwnLists}</th>
 *     <td>are the lists of the structs of a segment; each codec and each view has a hidden class of its own for them,
 *     a copy of {@code OwnValueList} or {@code OwnViewList}</td></tr>
 * <tr><th scope="row">{@link LiveConstants}</th>
 *     <td>are the live objects that generated code loads, some of them made at the first load</td></tr>
 * <tr><th scope="row">{@link Fence}</th>
 *     <td>keeps accesses safe while another thread closes an arena</td></tr>
 * <tr><th scope="row">{@link ValueFault}, {@code CorruptFault}</th>
 *     <td>tell that something is wrong</td></tr>
 * <tr><th scope="row">{@code ValueFaultFinder}, {@code VarFaultFinder}, {@code ViewFaults}, {@code SegmentFaults}</th>
 *     <td>find out what is wrong, where and why</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>What happens in a call</h2>
 *
 * <p><b>A struct is read.</b> The generated {@code read} loads the members from the segment and calls the constructor.
 * It checks nothing that the segment checks itself. If it catches an exception, it throws what {@code explainRead} of
 * its superclass returns.
 *
 * <p><b>A variable-length record is read.</b> {@link GeneratedVarCodec} has the {@link VarReader} of the thread copy
 * the bytes from the segment. Then the generated {@code decode} reads the fixed part from the copy, and asks the reader
 * for each part of the tail, in their order. The bytes that were checked are the bytes that are used, whoever writes to
 * the segment meanwhile. A {@link VarWriter} is the same in the other direction.
 *
 * <p><b>An accessor of a view is called.</b> The generated method accesses the segment at the offset of the struct plus
 * that of the member. For what lies in a tail it reads the reference, and a {@link TailPart} checks and follows it.
 *
 * <p><b>Something is wrong.</b> Fast code makes no messages. It throws a {@link ValueFault}, which has no stack trace,
 * or lets the exception of the segment pass. The handler walks over the object or the bytes once more, slowly, by the
 * {@link dev.verbatim.internal.model.Binding}; finds the path; and throws an exception whose message has it.
 *
 * <h2>Where to start</h2>
 *
 * <ul>
 *   <li>To add a kind of member, add a {@link dev.verbatim.internal.model.Value}. The compiler then lists the switches
 *       that have to know it; those of this package are in {@code ValueFaultFinder}, {@code VarFaultFinder}, {@link
 *       VarShapes} and {@code ViewText}.
 *   <li>To add something to the bytes of a tail, start at {@link dev.verbatim.internal.model.VarDescriptor}, which has
 *       a diagram of them. {@link VarWriter} writes it, {@link VarReader} reads it, {@code TailRules} holds its rules,
 *       a {@link TailPart} shows it, and a {@code LayoutValue} is its place in {@link MapReader}.
 *   <li>To add an accessor of a tail, start at {@code TailAccessors} in {@code bind}, which says what accessors there
 *       are. Then {@code TailAccessorEmitter} in {@code codegen} writes it, and calls a method that you give {@link
 *       TailValues}, {@link TailStructs} or {@link TailText}.
 *   <li>To change what a message says, look for its words: they are in the class that finds the place, or in {@code
 *       TailRules}.
 *   <li>To touch a segment in a new place, read {@link Fence} first.
 * </ul>
 */
@NullMarked
package dev.verbatim.internal.runtime;

import org.jspecify.annotations.NullMarked;
