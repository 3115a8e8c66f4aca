/**
 * The binding models and what is generated from them.
 *
 * <p><b>The model.</b> {@link dev.verbatim.internal.model.LayoutMembers} walks a layout, and nothing else does.
 * {@link dev.verbatim.internal.bind.Binder} matches it to a DTO type and makes a
 * {@link dev.verbatim.internal.model.Binding}: {@link dev.verbatim.internal.model.Member}s, each with a
 * {@link dev.verbatim.internal.model.Value} that says what it holds; a nested struct's value is a binding again.
 * {@link dev.verbatim.internal.bind.ViewBinder} makes the {@link dev.verbatim.internal.model.ViewBinding} of a view,
 * whose accessors have the same values. {@code ValueBinder} is the table of which Java type binds to what,
 * {@code TailAccessors} that of which accessors there are in a tail, {@code DtoAccess} knows what generated code may
 * name.
 *
 * <p><b>The generators.</b> {@link dev.verbatim.internal.codegen.CodecGenerator} and
 * {@link dev.verbatim.internal.codegen.ViewGenerator} each write a {@code HiddenClass}. A {@code StructEmitter} writes
 * the methods that copy one struct for one kind of segment, with a {@code SequenceEmitter} for its texts, arrays and
 * lists and a {@code SegmentAccess} for each load and store; a {@code CheckEmitter} writes those that find values which
 * cannot be stored. A {@code TailAccessorEmitter} writes the accessors of what lies in the tail of a record.
 * {@code Code} is the assembler; its {@code FencePlaces} know where accesses have to check anew that an arena is open.
 *
 * <p><b>Records of variable length.</b> {@link dev.verbatim.internal.model.VarLayouts} knows how their layouts are
 * spelled. They have the same model: a {@link dev.verbatim.internal.model.Value.Variable} is a member whose value lies
 * in the tail. {@code VarCodecGenerator} writes their codecs, in which a {@code StructEmitter} copies the fixed parts,
 * and {@code VarEmitter} and {@code TailListEmitter} the rest.
 *
 * <p><b>Emissaries.</b> {@link dev.verbatim.internal.emissary.EmissaryBinder} matches a header to the interface that it
 * returns, with {@code EmissaryForwards}, and makes an {@link dev.verbatim.internal.emissary.EmissaryBinding}; {@link
 * dev.verbatim.internal.emissary.EmissaryGenerator} writes the hidden classes. {@code InterfaceMethods}, {@code
 * InterfaceMembers} and {@code TypeArguments} know what an interface looks like to its users, of views and of
 * emissaries; {@code ForwardedCall} knows whether the types of two methods fit.
 *
 * <p><b>Files and queues</b> share three classes: {@link dev.verbatim.internal.io.UninterruptibleIo} runs what an
 * interrupt must not end, {@link dev.verbatim.internal.io.CallGuard} keeps what a method uses until it ends, though
 * another thread closes it, and {@link dev.verbatim.internal.io.JvmRegistry} has the locks of this JVM, for all class
 * loaders.
 *
 * <p>A new kind of member is a new {@code Value}; the compiler then lists the switches that have to know it. Exported
 * to nobody.
 */
@NullMarked
package dev.verbatim.internal;

import org.jspecify.annotations.NullMarked;
