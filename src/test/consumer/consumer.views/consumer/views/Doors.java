package consumer.views;

import consumer.views.hidden.SecretView;
import dev.verbatim.StructView;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** What this module may hand out of itself. */
public final class Doors {
    private Doors() {}

    public static Class<? extends StructView> secret() {
        return SecretView.class;
    }

    public static Lookup lookup() {
        return MethodHandles.lookup();
    }
}
