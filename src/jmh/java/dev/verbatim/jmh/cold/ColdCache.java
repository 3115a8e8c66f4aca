package dev.verbatim.jmh.cold;

import java.nio.file.Path;
import java.util.List;

/** What a JVM may have at hand of earlier runs. */
enum ColdCache {
    /** The archive of the JDK's own classes that every JDK brings. */
    DEFAULT("default", "the JDK's archive"),

    /** A dynamic archive of the program's classes. */
    APP_CDS("appCds", "an archive of the program's classes (`-XX:SharedArchiveFile`)"),

    /** The cache of JDK 24 and newer, which has linked classes, lambdas and profiles too. */
    AOT("aot", "an AOT cache (`-XX:AOTCache`)");

    private static final int AOT_IN_ONE_STEP = 25;

    private final String shape;
    private final String title;

    ColdCache(String shape, String title) {
        this.shape = shape;
        this.title = title;
    }

    /** {@return its name in reports} */
    String shape() {
        return shape;
    }

    /** {@return its name, as Markdown} */
    String title() {
        return title;
    }

    boolean isAvailable() {
        return this != AOT || Runtime.version().feature() >= AOT_IN_ONE_STEP;
    }

    /** {@return the flags of the run that makes it; none if it is there} */
    List<String> making(Path file) {
        return switch (this) {
            case DEFAULT -> List.of();
            case APP_CDS -> List.of("-XX:ArchiveClassesAtExit=" + file);
            case AOT -> List.of("-XX:AOTCacheOutput=" + file);
        };
    }

    /** {@return the flags of the runs that use it} */
    List<String> using(Path file) {
        return switch (this) {
            case DEFAULT -> List.of();
            case APP_CDS -> List.of("-XX:SharedArchiveFile=" + file);
            case AOT -> List.of("-XX:AOTCache=" + file);
        };
    }
}
