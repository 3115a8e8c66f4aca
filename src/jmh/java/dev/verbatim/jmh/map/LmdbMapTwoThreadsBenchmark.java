package dev.verbatim.jmh.map;

import org.openjdk.jmh.annotations.Threads;

/** {@link MapTwoThreadsBenchmark} for LMDB. */
@Threads(2)
public class LmdbMapTwoThreadsBenchmark extends LmdbMapBenchmark {}
