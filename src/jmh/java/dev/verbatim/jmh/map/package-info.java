/**
 * The map: what an operation costs beside Chronicle Map, LMDB and a map on the heap, and what else one wants to know
 * before one chooses.
 *
 * <p>Keys are longs, and values are a {@link dev.verbatim.jmh.map.Quote} of 128 bytes; or keys are texts, and values
 * are an {@link dev.verbatim.jmh.map.Account} of varying length. Keys are used in no order, so that two that follow one
 * another lie apart in the index and in the values. All files are in folders for temporary files:
 * {@code -jvmArgsAppend -Djava.io.tmpdir=FOLDER} chooses another file system.
 *
 * <pre>{@code
 * ./verbatim bench --families Map,MapTwoThreads,MapInsert,MapOpen,TextMap                            # some minutes
 * java -jar target/benchmarks.jar 'jmh.map.*MapBenchmark' -p entries=100000 -p keys=UNIFORM -f 1   # half an hour
 * java -cp target/benchmarks.jar dev.verbatim.jmh.map.MapFigures                                   # a few minutes
 * }</pre>
 *
 * <table>
 * <caption>Which class answers which question</caption>
 * <tr><td>{@link dev.verbatim.jmh.map.MapBenchmark}, {@link dev.verbatim.jmh.map.ChronicleMapBenchmark}, {@link
 *     dev.verbatim.jmh.map.LmdbMapBenchmark}</td>
 *     <td>How long do reads and updates take in a map that is full?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map.MapInsertBenchmark}, {@link dev.verbatim.jmh.map.ChronicleMapInsertBenchmark},
 *     {@link dev.verbatim.jmh.map.LmdbMapInsertBenchmark}</td>
 *     <td>How long does it take to fill a map from empty?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map.MapTwoThreadsBenchmark} and its like</td>
 *     <td>What if two threads do it?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map.MapOpenBenchmark} and its like</td>
 *     <td>How long does it take to open a map that exists?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map.TextMapBenchmark}, {@link dev.verbatim.jmh.map.ChronicleTextMapBenchmark}, {@link
 *     dev.verbatim.jmh.map.LmdbTextMapBenchmark}</td>
 *     <td>What if keys are texts, and values vary in length?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map.MapLoadsBenchmark}</td>
 *     <td>How long does an operation wait for memory at least?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map.MapFigures}</td>
 *     <td>What does an entry take on disk, how long does it take to open a map, how long is the longest put while the
 *     index grows, and does Chronicle Map run on this JDK?</td></tr>
 * </table>
 */
package dev.verbatim.jmh.map;
