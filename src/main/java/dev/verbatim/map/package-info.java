/**
 * A persisted map off the heap: from keys to DTOs, shared by the threads and processes of a host. {@link
 * dev.verbatim.map.MappedMap} is where to begin.
 *
 * <p>A map is a log and an index. The log is the queue's own engine, {@code dev.verbatim.internal.log}: an entry has a
 * key and a value, and does not change once it is committed. The index is a mapped file of 8-byte words that lead from
 * a key's hash to the position of its last entry. {@code docs/map-format.md} draws every byte and states the protocol;
 * {@code MapModel} among the tests searches its states.
 *
 * <h2>Who does what</h2>
 *
 * <table class="striped">
 * <caption>The classes</caption>
 * <thead><tr><th scope="col">classes</th><th scope="col">what they do</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@link MappedMap}, {@link LongKeys}, {@link MapBuilder}, {@link MapCodec}, {@link MapChanges},
 *     {@link MapInfo}, {@link MapReport}, {@link StoredValue}</th>
 *     <td>are what users see; {@code ConcurrentMapView} and {@code MapCollections} are the JDK's interface over the
 *     first</td></tr>
 * <tr><th scope="row">{@code MapDescriptor}, {@code IndexDescriptor}, {@code IndexWord}, {@code KeyHash}</th>
 *     <td>draw the bytes, and hold no state</td></tr>
 * <tr><th scope="row">{@code MapStore}</th>
 *     <td>holds the parts of an open map together; opens and closes it</td></tr>
 * <tr><th scope="row">{@code Session}, {@code SessionPool}, {@code SegmentTable}, {@code Generations}</th>
 *     <td>are what an operation works with: what is mapped for it stays mapped until it ends</td></tr>
 * <tr><th scope="row">{@code MapEntry}, {@code KeyBuffer}, {@code ValueReader}</th>
 *     <td>read entries, and keep the bytes of a key</td></tr>
 * <tr><th scope="row">{@code Finder}, {@code KeyWriter}, {@code MapOperations}</th>
 *     <td>find the word of a key, change it, and make the methods of a map of that</td></tr>
 * <tr><th scope="row">{@code Index}, {@code IndexFile}, {@code Counts}</th>
 *     <td>are the mapped files beside the log, and say which generations of the index there are</td></tr>
 * <tr><th scope="row">{@code Mover}, {@code Growth}</th>
 *     <td>move words to the next generation of the index, and say when</td></tr>
 * <tr><th scope="row">{@code Compactor}, {@code Settling}</th>
 *     <td>delete the oldest segments, and bring to an end what others have left</td></tr>
 * <tr><th scope="row">{@code Eviction}</th>
 *     <td>removes what is above the limits of a map that is a cache</td></tr>
 * <tr><th scope="row">{@code Rebuild}, {@code Verification}</th>
 *     <td>make the index from the log, and compare the two</td></tr>
 * <tr><th scope="row">{@code MapIterator}</th>
 *     <td>goes over all keys</td></tr>
 * <tr><th scope="row">{@code MapKeeper}</th>
 *     <td>is the thread that grows, evicts and compacts</td></tr>
 * </tbody>
 * </table>
 *
 * <h2>What happens</h2>
 *
 * <p><b>A value is read.</b> {@code Finder} goes from word to word, beginning where the key's hash says, until a word
 * leads to an entry of the key, or is EMPTY. An entry that is still prepared has taken effect: the reader commits it.
 *
 * <p><b>A value is put.</b> {@code KeyWriter} makes the entry in an array, finds the key's word, and then reserves a
 * place in the log, copies the entry there, marks it prepared, and changes the word by compare-and-set: this is when it
 * happens. Then it commits the entry. If the word was changed by another writer, it gives its entry up and begins
 * again.
 *
 * <p><b>The index grows.</b> A new generation is written whole before it gets its name. {@code Mover} seals each word
 * of the old one, inserts it into the new one and marks it moved. A reader goes on in the new one where it finds that;
 * a writer moves the whole chain of its key first. Many move at the same time, and nobody waits for one that is dead.
 *
 * <p><b>The log is compacted</b>, oldest segment first: the index is led to copies of what is needed, and to nothing
 * where a tombstone was; then the segment is deleted. A session that has it mapped unmaps it when it is next used.
 *
 * <p><b>A map is opened.</b> In the boot in which it was last used the index is valid, whoever was killed. After
 * another one {@code Rebuild} makes it anew.
 */
@NullMarked
package dev.verbatim.map;

import org.jspecify.annotations.NullMarked;
