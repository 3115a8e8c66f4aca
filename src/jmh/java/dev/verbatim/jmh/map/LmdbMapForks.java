package dev.verbatim.jmh.map;

import org.openjdk.jmh.annotations.Fork;

/** The flags that lmdbjava documents for its faster buffers. */
@Fork(
        value = 3,
        jvmArgsAppend = {
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED"
        })
public abstract class LmdbMapForks {}
