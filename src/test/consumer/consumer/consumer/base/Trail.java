package consumer.base;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.verbatim.Layouts;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;

/** A variable-length record of what a class of another package cannot name. */
public record Trail(String name, Market market, List<Stop> stops, Stop[] detours, Stop home) {

    private static final StructLayout STOP =
            Layouts.varRecord(Layouts.varRef("name"), Layouts.varRef("hours", JAVA_INT));

    public static final StructLayout LAYOUT = Layouts.varRecord(
            JAVA_SHORT.withName("market"),
            Layouts.varRef("name"),
            Layouts.varRef("stops", STOP),
            Layouts.varRef("detours", STOP),
            Layouts.struct(Layouts.varRef("name"), Layouts.varRef("hours", JAVA_INT))
                    .withName("home"));

    public static Trail sample() {
        Stop stop = new Stop("Zürich", new int[] {1, 2});
        return new Trail("trail", Market.values()[0], List.of(stop, new Stop(null, null)), new Stop[] {stop}, stop);
    }

    /** One whose second stop cannot be written. */
    public static Trail unpaired() {
        Stop stop = new Stop("a\uD83D", null);
        return new Trail("trail", Market.values()[0], List.of(new Stop("", null), stop), null, stop);
    }

    /** One with a stop that is null. */
    public static Trail missing() {
        return new Trail(null, Market.values()[0], Arrays.asList(new Stop[1]), null, new Stop("", null));
    }
}
