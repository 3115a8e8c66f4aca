/**
 * The benchmarks: what it costs to copy a {@link dev.verbatim.jmh.MarketData} of 18 fields, 144 bytes, or a struct of 8
 * to 128 fields, to memory and back.
 *
 * <p>{@code mvn verify} makes {@code target/benchmarks.jar}. It runs on a JDK 22 or newer:
 *
 * <pre>{@code
 * java -jar target/benchmarks.jar -l                                # the list
 * java -jar target/benchmarks.jar InstanceFieldBenchmark -prof gc   # one class
 * java -jar target/benchmarks.jar -foe true -f 1 -wi 1 -i 1 -w 200ms -r 200ms   # do they work? a minute
 *
 * # everything with all parameters, in about nine hours, on a machine that does nothing else
 * java -jar target/benchmarks.jar -foe true -prof gc -rf csv -rff target/jmh.csv
 * java -cp target/benchmarks.jar dev.verbatim.jmh.report.ResultTable target/jmh.csv
 * }</pre>
 *
 * <table>
 * <caption>Which class answers which question</caption>
 * <tr><td>{@link dev.verbatim.jmh.MarketDataBenchmark}</td>
 *     <td>How fast is the codec, and how fast are its rivals?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.ChronicleBenchmark}</td>
 *     <td>How fast is Chronicle Bytes, which needs flags?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.RecordBenchmark}</td>
 *     <td>How fast are they with a record?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.InstanceFieldBenchmark}</td>
 *     <td>What if the codec is not held in a {@code static final} field?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.SeveralCodecsBenchmark}</td>
 *     <td>What if one place uses the codecs of several types?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.ConstantSegmentBenchmark}</td>
 *     <td>What if the segment is held in a {@code static final} field too?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.MixedKindsBenchmark}</td>
 *     <td>What if a program uses native, heap and mapped segments?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.ConfinementBenchmark}</td>
 *     <td>What if some part of a program uses a confined arena?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.LoopBenchmark}</td>
 *     <td>What if many structs are written or read in a loop?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.CallerBenchmark}</td>
 *     <td>What does the codec cost a caller that works on segments itself?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.FieldsBenchmark}, {@link dev.verbatim.jmh.FieldsInstanceBenchmark}, {@link
 *     dev.verbatim.jmh.FieldsMixedKindsBenchmark}</td>
 *     <td>How does the time grow with the number of fields, in each of these cases?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.FileBenchmark}</td>
 *     <td>What does a file add to the codec?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.CopyBenchmark}</td>
 *     <td>How fast are whole structs copied from segment to segment?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.CursorBenchmark}</td>
 *     <td>What does a cursor cost beside VarHandles by hand, with one kind of segment and with three?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.EmissaryBenchmark}</td>
 *     <td>What does it cost to forward a call to a delegate?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.queue}, {@link dev.verbatim.jmh.latency}</td>
 *     <td>How fast is the queue, and how late are its messages?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.map}</td>
 *     <td>How fast is the map?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.objects}</td>
 *     <td>How does the codec compare with serialisers, in memory and through a file?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.cold}</td>
 *     <td>How long does it take from the start of a JVM to its first record?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.RejectedDesigns}</td>
 *     <td>What do the rejected designs cost?</td></tr>
 * </table>
 *
 * <p>Every rival of this package is checked after its measurement; with {@code -foe true} a failed check ends the run.
 * {@link dev.verbatim.jmh.report} makes tables and a page of the results, and says which of the project's limits they
 * meet.
 *
 * <p>A method is named after the rival and the direction: {@code codecWrite}, {@code unsafeFieldsRead}. The codec is
 * always compared with {@code unsafeFields} of the same class, which is held in the same way. Figures are ns per
 * struct, and ns per call of a bulk copy. Compare figures of one run only. The JVM's warnings about {@code
 * sun.misc.Unsafe} come from JMH itself and from the rivals.
 */
package dev.verbatim.jmh;
