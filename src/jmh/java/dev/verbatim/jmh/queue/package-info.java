/**
 * The queue: what it costs to append an entry and to read it, beside Chronicle Queue and a bare mapped word.
 *
 * <p>The messages are updates of an order book. Two classes of them say the same: a
 * {@link dev.verbatim.jmh.queue.NormalUpdate} has texts and lists, a {@link dev.verbatim.jmh.queue.CopyableUpdate} has
 * primitive members alone. A {@link dev.verbatim.jmh.queue.Contender} sends and receives them.
 *
 * <pre>{@code
 * java -jar target/benchmarks.jar 'jmh.queue' -prof gc   # throughput, by JMH
 * ./verbatim latency                                     # latency between two processes: see dev.verbatim.jmh.latency
 * }</pre>
 *
 * <table>
 * <caption>Which class answers which question</caption>
 * <tr><td>{@link dev.verbatim.jmh.queue.QueueBenchmark}, {@link dev.verbatim.jmh.queue.ChronicleQueueBenchmark}</td>
 *     <td>How long does an append take, and an append and a poll, where the file is there already?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.queue.QueueSustainedBenchmark}, {@link
 *     dev.verbatim.jmh.queue.ChronicleQueueSustainedBenchmark}</td>
 *     <td>How long does an append take on average, where the files have to be made?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.queue.QueueSlowestBenchmark}, {@link
 *     dev.verbatim.jmh.queue.ChronicleQueueSlowestBenchmark}</td>
 *     <td>How long does the slowest append take there?</td></tr>
 * <tr><td>{@link dev.verbatim.jmh.queue.QueueBatchBenchmark}</td>
 *     <td>How long do entries take in batches?</td></tr>
 * </table>
 */
package dev.verbatim.jmh.queue;
