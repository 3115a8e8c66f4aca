package consumer.lib;

import consumer.lib.hidden.Secret;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** What this module may hand out of itself. */
public final class Doors {
    private Doors() {}

    public static Class<? extends Record> secret() {
        return Secret.class;
    }

    public static Lookup lookup() {
        return MethodHandles.lookup();
    }

    /** Only a module itself can say that it reads another one. */
    public static void read(Module module) {
        Doors.class.getModule().addReads(module);
    }
}
