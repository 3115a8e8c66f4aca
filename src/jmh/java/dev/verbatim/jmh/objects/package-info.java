/**
 * The comparison with serialisers: what it costs to write an object and to read it back, in memory and through a file.
 *
 * <p>There are two objects: a {@link dev.verbatim.jmh.objects.Sample} of varying length (a {@code long}, a
 * {@code long[]} of 1 to 10 elements, a text of 62 characters, and a text that is null), and
 * {@link dev.verbatim.jmh.MarketData}. 60 of each take turns.
 *
 * <pre>{@code
 * # both objects, in memory and on files
 * java -jar target/benchmarks.jar 'jmh.objects' -prof gc -rf csv -rff target/objects.csv
 * # how many bytes each rival needs
 * java --add-opens java.base/jdk.internal.misc=ALL-UNNAMED -cp target/benchmarks.jar \
 *     dev.verbatim.jmh.objects.EncodedSizes
 * }</pre>
 *
 * <table>
 * <caption>Which class answers which question</caption>
 * <tr><td>{@link dev.verbatim.jmh.objects.SampleMemoryBenchmark}, {@link
 *     dev.verbatim.jmh.objects.MarketDataMemoryBenchmark}</td>
 *     <td>How fast is each rival in memory?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.objects.SampleFileBenchmark}, {@link
 *     dev.verbatim.jmh.objects.MarketDataFileBenchmark}</td>
 *     <td>And through a file, opened for every trip, or kept open?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.objects.EncodedSizes}</td>
 *     <td>How many bytes are that?</td></tr>
 * </table>
 *
 * <p>A rival is a {@link dev.verbatim.jmh.objects.Peer}, set up as its own documentation says is fastest; the class of
 * each says how, and where that is written. Flags that a rival needs are on its own forks only. All end with the same
 * object: a flyweight's fields are copied.
 */
package dev.verbatim.jmh.objects;
