/**
 * What files and the log need of the JVM and of the operating system.
 *
 * <ul>
 *   <li>{@link dev.verbatim.internal.io.CallGuard} keeps what a method uses until the method ends, even if another
 *       thread closes it meanwhile; {@link dev.verbatim.internal.io.Leak} closes what nobody closes.
 *   <li>{@link dev.verbatim.internal.io.StackRoom} has an error of the stack come before something that it would break.
 *   <li>{@link dev.verbatim.internal.io.Pauses} are those of a thread that waits, also of one that is interrupted.
 *   <li>{@link dev.verbatim.internal.io.UninterruptibleIo} runs input and output that an interrupt must not end.
 *   <li>{@link dev.verbatim.internal.io.ZeroFill} writes the zeros of files that are mapped, so that a full disk is
 *       an exception, and so that Linux can map them in large pages.
 *   <li>{@link dev.verbatim.internal.io.FileFailure} says with which file something failed.
 *   <li>{@link dev.verbatim.internal.io.FileSystemKind} tells where a file that is mapped can be cut and deleted.
 *   <li>{@link dev.verbatim.internal.io.MappedClass} and {@link dev.verbatim.internal.io.Confinement} tell C2 what it
 *       should know of a segment.
 *   <li>{@link dev.verbatim.internal.io.JvmRegistry} holds the channels and locks of this JVM, for all class loaders.
 * </ul>
 */
@NullMarked
package dev.verbatim.internal.io;

import org.jspecify.annotations.NullMarked;
