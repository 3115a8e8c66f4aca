/**
 * Typed, memory-mapped files of structs, which are NumPy {@code .npy} files on disk.
 *
 * <p>{@link dev.verbatim.file.StructFile} is what a user sees. Behind it, {@code FileCreation} makes one, {@code MappedFile} maps
 * it and lets it grow, {@code WriterLock} keeps a second writer out (in this JVM by the {@code WriterRegistry}, in
 * others by a lock on the {@code DataFile} and one on its {@code Sidecar}), {@code NpyDescriptor} draws the bytes of
 * the header, {@code NpyHeader} writes and reads it, and {@code NpyCount} publishes the number of records.
 * {@code NpyDtype} is the tree of what a record consists of, made of a codec's binding; {@code NpyDtypeParser} reads
 * that of a file; {@code NpyDtypeMismatches} compares the two.
 */
@NullMarked
package dev.verbatim.file;

import org.jspecify.annotations.NullMarked;
