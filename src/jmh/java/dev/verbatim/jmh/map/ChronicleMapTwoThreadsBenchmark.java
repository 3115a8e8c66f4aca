package dev.verbatim.jmh.map;

import org.openjdk.jmh.annotations.Threads;

/** {@link MapTwoThreadsBenchmark} for Chronicle Map. */
@Threads(2)
public class ChronicleMapTwoThreadsBenchmark extends ChronicleMapBenchmark {}
