/**
 * The storage engine: a log of entries in memory-mapped files, which any number of threads and processes of one host
 * share. A queue stands on it. The log knows bytes and positions; what an entry means, and who wants to read it, its
 * user knows. {@code docs/queue-format.md} draws every byte and states the protocol.
 *
 * <p>A log is a folder. Entries lie in segment files of one size, one after the other. The first eight bytes of an
 * entry are its word, which says by whom it was reserved, how long it is, and whether it is committed. All that
 * processes tell each other about an entry goes through its word, by compare-and-set. An owner who dies is found out by
 * the locks of the operating system. So nobody has to clean up, and nobody waits for the dead.
 *
 * <h2>Who does what</h2>
 *
 * <table class="striped">
 * <caption>The classes</caption>
 * <thead><tr><th scope="col">classes</th><th scope="col">what they do</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@link Log}</th>
 *     <td>holds the parts of an open log together; opens and closes it</td></tr>
 * <tr><th scope="row">{@link LogFolder}</th>
 *     <td>is where a log lies: says whether there is one, and creates it</td></tr>
 * <tr><th scope="row">{@link LogKind}, {@link LogOptions}</th>
 *     <td>are what the user of the engine says: what the log is to be called, the letters that its files begin with,
 *     how it is opened</td></tr>
 * <tr><th scope="row">{@link EntryDescriptor}, {@link SegmentDescriptor}, {@link ControlDescriptor}, {@link
 *     LockDescriptor}</th>
 *     <td>draw the bytes, and have the offsets; they hold no state</td></tr>
 * <tr><th scope="row">{@link SegmentFile}, {@link ControlFile}</th>
 *     <td>are the mapped files; each method is one access, and its name says the memory order</td></tr>
 * <tr><th scope="row">{@link Mappings}, {@link LogFiles}, {@link FileNumber}</th>
 *     <td>map files, make them appear whole under their names, and make names of numbers</td></tr>
 * <tr><th scope="row">{@link Leftovers}</th>
 *     <td>deletes files that may be mapped, later where Windows refuses to</td></tr>
 * <tr><th scope="row">{@code MappingLimit}</th>
 *     <td>counts the segments that this JVM has mapped, and refuses one before Linux would</td></tr>
 * <tr><th scope="row">{@link Segments}</th>
 *     <td>maps and unmaps segments, counts their users, makes new ones and rolls to them</td></tr>
 * <tr><th scope="row">{@link LockFile}, {@link Slots}</th>
 *     <td>hold the locks of this JVM; give owners their slots, and tell the living from the dead</td></tr>
 * <tr><th scope="row">{@link EntryWriter}, {@link EntryBatch}, {@link EntryChecksum}</th>
 *     <td>are the writing half of the protocol; the batch is where entries are made before they are reserved</td></tr>
 * <tr><th scope="row">{@link Cursor}, {@link EntryWalk}</th>
 *     <td>are the reading half; the walk goes over words alone, and stops for nobody</td></tr>
 * <tr><th scope="row">{@link Waiting}</th>
 *     <td>has a reader look again and again, with a {@link dev.verbatim.WaitStrategy} in between</td></tr>
 * <tr><th scope="row">{@link TailerName}</th>
 *     <td>keeps the position of a reader under a name</td></tr>
 * <tr><th scope="row">{@link StoredLayouts}, {@link LayoutMatch}, {@link ByCodec}</th>
 *     <td>keep the layouts of payloads, say whether a codec can read an entry, and note what is known of a
 *     codec</td></tr>
 * <tr><th scope="row">{@link Forcing}, {@link Keeper}</th>
 *     <td>bring entries to the storage device; the keeper has the two threads that work ahead of and behind the
 *     writers</td></tr>
 * <tr><th scope="row">{@link Scan}, {@code Recovery}, {@link LogReport}</th>
 *     <td>look at every entry, repair, and say what they found</td></tr>
 * <tr><th scope="row">{@link ProtocolStep}</th>
 *     <td>names the places where a process can die, for tests</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>What happens</h2>
 *
 * <p><b>A segment comes to be.</b> The maker, a thread of the {@link Keeper}, has {@link Segments} write a file of
 * zeros with a header, under a name that nobody else has. A link gives the file its own name; if another process was
 * faster, the link fails, and the segment of that process serves. The maker then maps the segment and touches its
 * pages. The writer that fills the segment before it only notes in the control file that this one is the newest.
 *
 * <p><b>An entry is appended.</b> {@link EntryWriter} goes from the tail hint to the first free word, and reserves the
 * entry there with one compare-and-set. The word then has the writer's slot and the generation of the slot. Payload and
 * checksum follow, and a second compare-and-set commits. If the entry does not fit into the segment, the rest becomes
 * padding, and the writer rolls. Several entries are made in an {@link EntryBatch} first, and then reserved and
 * committed as one: behind a word of the batch, which leads over them until it is committed and into them then.
 *
 * <p><b>An entry is read.</b> {@link Cursor} loads the word. If the entry is committed, everything before the commit is
 * seen. If it is reserved, the cursor asks {@link Slots} now and then whether the owner lives, and aborts the entry of
 * a dead one.
 *
 * <p><b>Entries are forced.</b> {@link Forcing} forces from the durable position to the end, in order, and moves the
 * durable position up to the first entry that is still reserved. Where every append waits for that, one thread forces
 * for all that wait; else the forcer of the {@link Keeper} does so at intervals.
 *
 * <p><b>A log is recovered.</b> The first process that opens the log to write looks at the segments from shortly before
 * the durable position on. {@code Recovery} gives files back what they have lost: their size, blocks, a header. {@link
 * Scan} then aborts what is reserved or has a wrong checksum, and what is lost of a batch, and pads a segment whose
 * chain of entries breaks off.
 *
 * <p><b>A log is closed</b> while others are in its methods. {@link Log} counts the uses, and the last one to end gives
 * back the memory and the locks.
 *
 * <h2>Where to start</h2>
 *
 * <table class="striped">
 * <caption>Where to start</caption>
 * <thead><tr><th scope="col">to add or change</th><th scope="col">start at</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">a field of the control file</th>
 *     <td>{@link ControlDescriptor} for its place, {@link ControlFile} for a method that accesses it; then the format's
 *     page, and its version if older programs must not open the log</td></tr>
 * <tr><th scope="row">a field of a segment's header</th>
 *     <td>{@link SegmentDescriptor}, then {@link SegmentFile}</td></tr>
 * <tr><th scope="row">a lock</th>
 *     <td>{@link LockDescriptor}</td></tr>
 * <tr><th scope="row">a state of an entry, or a step of the protocol</th>
 *     <td>{@code ProtocolModel} among the tests, which searches all states; then {@link EntryDescriptor}, {@link
 *     EntryWriter}, {@link Cursor} and {@link Scan}; then {@link ProtocolStep}, so that processes are killed
 *     there</td></tr>
 * <tr><th scope="row">what a loss of power may take</th>
 *     <td>{@code DurabilityModel} among the tests, then {@link Forcing} and {@code Recovery}</td></tr>
 * <tr><th scope="row">an option</th>
 *     <td>{@link LogOptions}</td></tr>
 * <tr><th scope="row">another store that stands on the log</th>
 *     <td>a {@link LogKind} of its own, as {@code MappedQueue} has one</td></tr>
 * </tbody>
 * </table>
 *
 * <p>A class or method is public here because a store that stands on the log, or a test of one, uses it.
 */
@NullMarked
package dev.verbatim.internal.log;

import org.jspecify.annotations.NullMarked;
