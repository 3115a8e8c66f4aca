package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.codegen.PublicView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.junit.jupiter.api.Test;

/** Views that nest views of other packages of their module. */
class ViewPackagesTest {

    interface OuterView extends StructView {
        PublicView nested();
    }

    @Test
    void aNestedViewMayNameTypesThatOnlyItsOwnPackageSees() {
        StructLayout part = structLayout(JAVA_INT.withName("x"));
        StructLayout layout = structLayout(structLayout(part.withName("part")).withName("nested"));
        MemorySegment segment = MemorySegment.ofArray(new long[1]);
        segment.set(JAVA_LONG, 0, 21L * 0x1_0000_0001L);

        OuterView view = ViewFactory.of(lookup(), OuterView.class, layout).wrap(segment, 0);

        assertEquals(42, view.nested().sum());
    }
}
