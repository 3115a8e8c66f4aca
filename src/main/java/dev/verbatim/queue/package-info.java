/**
 * A persisted queue of entries in memory-mapped files, shared by any number of threads and processes of one host.
 *
 * <p>{@link dev.verbatim.queue.MappedQueue} opens a queue, an {@link dev.verbatim.queue.Appender} appends to it and a
 * {@link dev.verbatim.queue.Tailer} reads it. {@code docs/queue-format.md} draws every byte and states the protocol; in
 * short:
 *
 * <ul>
 *   <li>A queue is a directory: a log of {@code dev.verbatim.internal.log}, whose page says how entries are written,
 *       found, forced and recovered. {@code MappedQueue} gives the log its name and the letters of its files.
 *   <li>{@code Appender} encodes values, and has an {@code EntryWriter} of the log reserve and commit. It gives each
 *       entry the id of its layout.
 *   <li>{@code Tailer} decodes values. An {@code EntryReader} does what is the same around each of them: it moves a
 *       {@code Cursor} of the log, keeps the position of a named tailer, and checks checksum and layout.
 *   <li>{@link dev.verbatim.queue.Retention} says which segments can go.
 *   <li>{@code Survey} looks at a queue from outside and waits for nobody: it makes
 *       {@link dev.verbatim.queue.QueueInfo}.
 * </ul>
 */
@NullMarked
package dev.verbatim.queue;

import org.jspecify.annotations.NullMarked;
