/**
 * Codecs that copy DTOs to and from memory, bit for bit as a {@link java.lang.foreign.StructLayout} says.
 *
 * <h2>The idea</h2>
 *
 * A DTO declares the layout of its bytes. A {@link dev.verbatim.StructCodec} copies between objects of that type and
 * any {@link java.lang.foreign.MemorySegment}: on the heap, off the heap, or mapped from a file. Nothing is serialised:
 * each value lies where the layout puts it, in the bytes that C and NumPy use for it.
 *
 * {@snippet file="TutorialTest.java" region="copy"}
 *
 * <h2>Binding</h2>
 *
 * Members match record components or fields by name, and types match exactly; {@link dev.verbatim.StructCodec} has the
 * table of what binds to what. One {@link dev.verbatim.LayoutMismatchException} lists everything that does not match.
 *
 * <h2>Views</h2>
 *
 * A {@link dev.verbatim.StructView} copies nothing: it is an interface whose accessors read and write a struct where it
 * lies, made by a {@link dev.verbatim.ViewFactory}. The structs of a segment are a {@link dev.verbatim.StructList}, of
 * values or of views.
 *
 * <h2>Variable-length records</h2>
 *
 * A {@link dev.verbatim.VarCodec} adds a tail to a struct, for strings, arrays and lists of any length, or null. Their
 * layouts can grow:
 *
 * {@snippet file="VarTutorialTest.java" region="declare"}
 *
 * <h2>One type of several</h2>
 *
 * A {@link dev.verbatim.TaggedCodec} and a {@link dev.verbatim.TaggedVarCodec} have a codec for each class of a sealed
 * interface, which a tag tells apart. What they and a {@code VarCodec} have in common, that each value has a size of
 * its own, is a {@link dev.verbatim.SizedCodec}.
 *
 * <h2>Without a layout</h2>
 *
 * A {@link dev.verbatim.SegmentCursor} puts and gets values one behind the other: primitives, arrays, text, and
 * whatever has a codec.
 *
 * <h2>Without the class</h2>
 *
 * A {@link dev.verbatim.LayoutReader} reads what others have stored by its layout alone, into maps and lists. {@link
 * dev.verbatim.text} makes JSON and CSV of it, and reads them back.
 *
 * <h2>How it works</h2>
 *
 * A type is bound to a layout once. A generator then defines a hidden class in the nest of the DTO. That class reads
 * and writes private fields directly, without a flag or {@code opens}. It has a method for each kind of segment, so
 * that the JIT compiler knows what it compiles for.
 *
 * <p>To change Verbatim, read the page of the package {@code dev.verbatim.internal} in the sources first. It is a map
 * of who does what, and has a table of where to start.
 *
 * <p>Unless a method says otherwise, a {@code null} argument is a {@link NullPointerException}.
 */
@NullMarked
package dev.verbatim;

import org.jspecify.annotations.NullMarked;
