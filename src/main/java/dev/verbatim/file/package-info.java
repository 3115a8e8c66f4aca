/**
 * Typed, memory-mapped files of structs, which are NumPy {@code .npy} files on disk.
 *
 * <p>{@link dev.verbatim.file.StructFile} is the class that a user sees. Behind it are these:
 *
 * <ul>
 *   <li>{@code FileCreation} makes a file; {@code MappedFile} maps it and lets it grow.
 *   <li>{@code WriterLock} keeps a second writer out: in this JVM by the {@code WriterRegistry}, in others by a lock on
 *       the {@code DataFile} and a lock on its {@code Sidecar}.
 *   <li>{@code NpyDescriptor} has a diagram of the header, {@code NpyHeader} writes and reads it, and {@code
 *       NpyCount} publishes the number of structs in it; {@code StructCount} is that number as a {@code StructFile}
 *       knows it.
 *   <li>{@code NpyDtype} is the tree of a struct's parts, made of a codec's binding; {@code NpyDtypeParser} reads the
 *       tree of a file; {@code NpyDtypeMismatches} compares the two, with the help of {@code NpyBits} where NumPy has
 *       types that Java has not, and {@code NpyLayout} makes a layout of it.
 *   <li>{@code RawCodec} takes structs as the bytes that they are, for tools without the class of a DTO.
 * </ul>
 */
@NullMarked
package dev.verbatim.file;

import org.jspecify.annotations.NullMarked;
