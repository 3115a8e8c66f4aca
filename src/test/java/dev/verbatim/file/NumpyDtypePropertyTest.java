package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** The dtype of any layout, however nested, is to NumPy what it is to Verbatim, and what NumPy would write itself. */
@Needs(Tool.NUMPY)
class NumpyDtypePropertyTest {

    /** Prints each line's dtype that NumPy does not read, or would write another way; and how many there were. */
    private static final String CHECK_LITERALS = """
        import ast, sys, numpy as np
        from numpy.lib.format import descr_to_dtype, dtype_to_descr
        lines = open(sys.argv[1], encoding='utf-8').read().split('\\n')
        for line in lines:
            size, literal = line.split(' ', 1)
            descr = ast.literal_eval(literal)
            dtype = descr_to_dtype(descr)
            if dtype.itemsize != int(size) or dtype_to_descr(dtype) != descr:
                print(ascii(literal), 'is', ascii(dtype), 'of', dtype.itemsize, 'bytes')
        print(len(lines))
        """;

    @Property(tries = 2, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void numpyReadsAndWritesTheSameLiteral(@ForAll("bindings") List<Binding<?>> bindings)
            throws IOException, InterruptedException {
        Path path = Files.createTempFile("verbatim-dtypes", ".txt");
        try {
            List<String> lines = bindings.stream()
                    .map(binding ->
                            binding.byteSize() + " " + NpyDtype.of(binding).toLiteral())
                    .toList();
            Files.writeString(path, String.join("\n", lines), StandardCharsets.UTF_8);
            assertEquals(bindings.size() + "\n", Python.run(CHECK_LITERALS, path));
        } finally {
            Files.delete(path);
        }
    }

    @Provide
    static Arbitrary<List<Binding<?>>> bindings() {
        return NestedBindings.arbitrary().list().ofSize(300);
    }
}
