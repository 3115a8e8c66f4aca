/**
 * The generators: they write the hidden classes of codecs, of variable-length codecs and of views.
 *
 * <ul>
 *   <li>{@link dev.verbatim.internal.codegen.CodecGenerator}, {@code VarCodecGenerator} (with {@link
 *       dev.verbatim.internal.codegen.VarCodecBuilder}) and {@link dev.verbatim.internal.codegen.ViewGenerator} each
 *       write one class for a binding.
 *   <li>{@code StructEmitter} writes the methods that copy one struct; {@code CodecOperation} says whether they write,
 *       read or fill, and {@code MethodLimits} how many members each copies. {@code SequenceEmitter} writes the methods
 *       for texts, arrays and lists, {@code CheckEmitter} those that find values which cannot be stored.
 *       {@code DtoCode} has what all of them need of the DTO: get and set a field, make an object.
 *   <li>{@code VarEmitter} writes how the tail of a variable-length record is written and read, with
 *       {@code TailListEmitter} and {@code TailArrayEmitter}. {@code ConvertedElements} writes the loops over elements
 *       that a conversion makes, there and within structs.
 *   <li>{@code WrapEmitter} writes what points a view to a struct. {@code AccessorFrame} numbers the local variables of
 *       a view's accessor. {@code PlainAccessorEmitter} writes the body of one to a value in the struct, {@code
 *       TailAccessorEmitter} that of one that looks into a tail. {@code ReusedObjects} are what a view hands out again.
 *       {@code GeneratedViews} is the factory of views.
 *   <li>{@code SegmentKinds} are the kinds of segments, heap, native and mapped, for which each method exists once, so
 *       that C2 sees one type; {@code SegmentAccess} writes a load or a store for one kind. {@code EnumConstants} are
 *       the constants that ordinals stand for.
 *   <li>{@link dev.verbatim.internal.codegen.HiddenClass} is a class in the making, {@code ClassData} its constants,
 *       {@link dev.verbatim.internal.codegen.Code} the assembler of one method. {@code RuntimeMembers} finds the
 *       methods of {@code internal.runtime} that generated code calls. {@code FencePlaces} knows where code has to look
 *       again whether an arena is open, and writes the fences that make it do so.
 * </ul>
 *
 * <p>To add a kind of segment, start at {@code SegmentKinds}. To see what is generated, see CONTRIBUTING.md.
 */
@NullMarked
package dev.verbatim.internal.codegen;

import org.jspecify.annotations.NullMarked;
