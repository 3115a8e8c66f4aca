package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.internal.model.Binding;
import java.nio.file.Path;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The dtype of any layout, however nested, is read as it was written. */
@AddLifecycleHook(Tries.class)
class NpyDtypePropertyTest {

    @Property(tries = 300)
    void theLiteralOfADtypeIsReadAsTheDtype(@ForAll("bindings") Binding<?> binding) throws SyntaxException {
        Struct dtype = NpyDtype.of(binding);
        String literal = dtype.toLiteral();
        Struct read = NpyDtypeParser.parse(PythonLiteral.parse(literal), literal);
        assertEquals(dtype, read);
        NpyDtypeMismatches.requireNone(read, binding, Path.of("file.npy"), NpyDtypeMismatches.Coverage.ALL);
    }

    @Provide
    static Arbitrary<Binding<?>> bindings() {
        return NestedBindings.arbitrary();
    }
}
