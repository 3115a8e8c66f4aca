package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NpyTypesTest {

    /** A header of a few bytes for each field may repeat a long name for each. */
    @Test
    void pathsThatAreTooLongTogetherAreRefused() throws Exception {
        String fields = IntStream.range(0, 1000)
                .mapToObj(i -> "('" + i + "', '<i8')")
                .collect(Collectors.joining(", ", "[", "]"));
        String header = "[('" + "x".repeat(20_000) + "', " + fields + ")]";
        NpyDtype.Struct dtype = NpyDtypeParser.parse(PythonLiteral.parse(header), header);
        StructFileException fault = assertThrows(StructFileException.class, () -> NpyTypes.of(Path.of("a.npy"), dtype));
        assertEquals(
                "file=a.npy: expected fields whose paths have at most 16777216 characters together, found more",
                fault.getMessage());
    }

    @Test
    void eachFieldThatIsNoStructHasItsTypeByItsPath() throws Exception {
        String header = "[('t', '=M8[us]'), ('', '|V4'), ('name', '|S4'), ('m', '<f4', (2, 3)), ('o', '|O'),"
                + " ('header', [('time', '>m8[ns]'), ('x', [('y', '|u1')], (2, 2))]), ('header.time', '<i8'),"
                + " ('@t', '<i8'), ('a[`', '<i8'), ('', [('z', '<i8')])]";
        List<String> types = new ArrayList<>();
        NpyTypes.of(Path.of("a.npy"), NpyDtypeParser.parse(PythonLiteral.parse(header), header))
                .forEach((path, type) -> types.add(path + " " + type));
        assertEquals(
                List.of(
                        "t <M8[us]",
                        "name |S4",
                        "m ('<f4', (2, 3))",
                        "o |O",
                        "header.time >m8[ns]",
                        "header.x[].y |u1",
                        "`header.time` <i8",
                        "`@t` <i8",
                        "`a[``` <i8",
                        "``8.z <i8"),
                types);
    }
}
