/**
 * A persisted queue of entries in memory-mapped files, shared by any number of threads and processes of one host.
 *
 * <p>{@link dev.verbatim.queue.MappedQueue} opens a queue, an {@link dev.verbatim.queue.Appender} appends to it and a
 * {@link dev.verbatim.queue.Tailer} reads it. {@code docs/queue-format.md} draws every byte and states the protocol; in
 * short:
 *
 * <ul>
 *   <li>A queue is a directory. {@code EntryDescriptor}, {@code SegmentDescriptor}, {@code ControlDescriptor} and
 *       {@code LockDescriptor} describe the bytes of its files, and {@code LayoutText} how a payload's layout is
 *       spelled.
 *   <li>{@code SegmentFile} and {@code ControlFile} are the mapped files with their atomic accesses; {@code QueueFiles}
 *       makes files appear whole; {@code Segments} maps, prepares, publishes and unmaps the segments;
 *       {@code StoredLayouts} keeps the layouts.
 *   <li>{@code LockFile} is the one channel to the lock file that a JVM has; {@code Slots} gives appenders their slots
 *       and tells the living from the dead.
 *   <li>{@code EntryWriter} is the writing half of the protocol and {@code Cursor} the reading half;
 *       {@code ProtocolStep} names what happens between them for tests.
 *   <li>{@code Forcing} moves the durable position, and {@code Keeper} is the thread that does so and prepares
 *       segments. {@code EntryWalk} goes over the entries of a segment. {@code Scan} looks at every entry, and
 *       {@code Recovery} repairs with it. {@code TailerName} keeps the position of a named tailer.
 *   <li>{@code Survey} looks at a queue from outside and waits for nobody: it makes
 *       {@link dev.verbatim.queue.QueueInfo}.
 *   <li>{@code OpenQueue} holds these parts together.
 * </ul>
 */
@NullMarked
package dev.verbatim.queue;

import org.jspecify.annotations.NullMarked;
