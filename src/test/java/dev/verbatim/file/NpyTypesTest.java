package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.PythonLiteral.SyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NpyTypesTest {

    @Test
    void eachFieldThatIsNoStructHasItsTypeByItsPath() throws SyntaxException {
        String header = "[('t', '=M8[us]'), ('', '|V4'), ('name', '|S4'), ('m', '<f4', (2, 3)), ('o', '|O'),"
                + " ('header', [('time', '>m8[ns]'), ('x', [('y', '|u1')], (2, 2))]), ('header.time', '<i8'),"
                + " ('@t', '<i8'), ('a[`', '<i8'), ('', [('z', '<i8')])]";
        List<String> types = new ArrayList<>();
        NpyTypes.of(NpyDtypeParser.parse(PythonLiteral.parse(header), header))
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
                        "f8.z <i8"),
                types);
    }
}
