package dev.verbatim.jmh.map;

import org.openjdk.jmh.annotations.Threads;

/**
 * {@link MapBenchmark} by two threads. A time is that of an operation of one of them: where it is that of one thread
 * alone, two do twice as much.
 */
@Threads(2)
public class MapTwoThreadsBenchmark extends MapBenchmark {}
