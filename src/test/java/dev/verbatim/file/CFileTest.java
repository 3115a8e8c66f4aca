package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.c.CCompiler;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program in C and Verbatim read and write the same file, with a struct of every kind of member that C would declare
 * like this.
 */
@Needs(Tool.C_COMPILER)
@SuppressWarnings("EnumOrdinal") // what C has for an enum is its ordinal
class CFileTest {

    /** The struct, and a program that prints the records of a file, or replaces them. */
    private static final String PROGRAM = """
        #include <stdint.h>
        #include <stdio.h>
        #include <string.h>

        struct level { double price; int32_t size; int8_t side; };
        struct every {
            _Bool flag;
            int8_t b;
            int16_t s;
            uint16_t c;
            int32_t i;
            int64_t l;
            float f;
            double d;
            int32_t side;
            char text[10];
            int16_t shorts[3];
            int64_t longs[9];
            struct level best;
            struct level levels[3];
        };

        static void print_level(const struct level *level) {
            printf(" %.17g %d %d", level->price, level->size, level->side);
        }

        static void print(const struct every *e) {
            printf("%d %d %d %d %d %lld %.9g %.17g %d %.10s", e->flag, e->b, e->s, e->c, e->i, (long long) e->l, e->f, e->d,
                   e->side, e->text);
            for (int i = 0; i < 3; i++) printf(" %d", e->shorts[i]);
            for (int i = 0; i < 9; i++) printf(" %lld", (long long) e->longs[i]);
            print_level(&e->best);
            for (int i = 0; i < 3; i++) print_level(&e->levels[i]);
            printf("\\n");
        }

        static void fill_level(struct level *level, int k) {
            level->price = k + 0.25;
            level->size = -k;
            level->side = k % 2;
        }

        static void fill(struct every *e, int k) {
            memset(e, 0, sizeof *e);
            e->flag = k % 2;
            e->b = -k;
            e->s = -1000 - k;
            e->c = 65000 + k;
            e->i = -100000 - k;
            e->l = -10000000000LL - k;
            e->f = k + 0.5f;
            e->d = k / 4.0;
            e->side = k % 2;
            snprintf(e->text, sizeof e->text, "text-%d", k);
            for (int i = 0; i < 3; i++) e->shorts[i] = 10 * k + i;
            for (int i = 0; i < 9; i++) e->longs[i] = 100LL * k + i;
            fill_level(&e->best, k);
            for (int i = 0; i < 3; i++) fill_level(&e->levels[i], k + i + 1);
        }

        /* Arguments: "print" or "fill", the .npy file, and the number of the first record to fill with. */
        int main(int argc, char **argv) {
            unsigned char start[10];
            struct every e;
            FILE *file = fopen(argv[2], "r+b");
            if (!file || fread(start, 1, 10, file) != 10) return 1;
            long data = 10 + start[8] + 256L * start[9];
            int k = 0;
            sscanf(argv[3], "%d", &k);
            for (long at = data; ; at += sizeof e) {
                fseek(file, at, SEEK_SET);
                if (fread(&e, sizeof e, 1, file) != 1) break;
                if (argv[1][0] == 'p') {
                    print(&e);
                } else {
                    fill(&e, k++);
                    fseek(file, at, SEEK_SET);
                    if (fwrite(&e, sizeof e, 1, file) != 1) return 2;
                }
            }
            return fclose(file);
        }
        """;

    enum Side {
        BUY,
        SELL
    }

    record Level(double price, int size, Side side) {
        static final StructLayout LAYOUT =
                Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("size"), JAVA_BYTE.withName("side"));

        static Level of(int k) {
            return new Level(k + 0.25, -k, Side.values()[k % 2]);
        }

        @Override
        public String toString() {
            return " " + number(price) + " " + size + " " + side.ordinal();
        }
    }

    /** Has what the program in C fills a struct with, and prints as it does. */
    static final class Every {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_BOOLEAN.withName("flag"),
                JAVA_BYTE.withName("b"),
                JAVA_SHORT.withName("s"),
                JAVA_CHAR.withName("c"),
                JAVA_INT.withName("i"),
                JAVA_LONG.withName("l"),
                JAVA_FLOAT.withName("f"),
                JAVA_DOUBLE.withName("d"),
                JAVA_INT.withName("side"),
                sequenceLayout(10, JAVA_BYTE).withName("text"),
                sequenceLayout(3, JAVA_SHORT).withName("shorts"),
                sequenceLayout(9, JAVA_LONG).withName("longs"),
                Level.LAYOUT.withName("best"),
                sequenceLayout(3, Level.LAYOUT).withName("levels"));
        static final StructCodec<Every> CODEC = StructCodec.ofClass(lookup(), Every.class, LAYOUT);

        boolean flag;
        byte b;
        short s;
        char c;
        int i;
        long l;
        float f;
        double d;
        Side side = Side.BUY;
        String text = "";
        short[] shorts = {};
        long[] longs = {};
        Level best = Level.of(0);
        List<Level> levels = List.of();

        static Every of(int k) {
            Every every = new Every();
            every.flag = k % 2 != 0;
            every.b = (byte) -k;
            every.s = (short) (-1000 - k);
            every.c = (char) (65000 + k);
            every.i = -100_000 - k;
            every.l = -10_000_000_000L - k;
            every.f = k + 0.5f;
            every.d = k / 4.0;
            every.side = Side.values()[k % 2];
            every.text = "text-" + k;
            every.shorts = new short[] {(short) (10 * k), (short) (10 * k + 1), (short) (10 * k + 2)};
            every.longs = IntStream.range(0, 9).mapToLong(i -> 100L * k + i).toArray();
            every.best = Level.of(k);
            every.levels = List.of(Level.of(k + 1), Level.of(k + 2), Level.of(k + 3));
            return every;
        }

        @Override
        public String toString() {
            StringBuilder line = new StringBuilder();
            line.append(flag ? 1 : 0)
                    .append(' ')
                    .append(b)
                    .append(' ')
                    .append(s)
                    .append(' ')
                    .append((int) c)
                    .append(' ');
            line.append(i)
                    .append(' ')
                    .append(l)
                    .append(' ')
                    .append(number(f))
                    .append(' ')
                    .append(number(d))
                    .append(' ');
            line.append(side.ordinal()).append(' ').append(text);
            for (short element : shorts) {
                line.append(' ').append(element);
            }
            for (long element : longs) {
                line.append(' ').append(element);
            }
            line.append(best);
            levels.forEach(line::append);
            return line.append('\n').toString();
        }
    }

    /** These are exact in decimal, and C's %g prints no zeros after them. */
    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    @TempDir
    Path folder;

    @Test
    void cReadsWhatVerbatimWroteAndVerbatimReadsWhatCWrote() throws IOException, InterruptedException {
        Path path = folder.resolve("every.npy");
        Path program = CCompiler.compile(folder, PROGRAM);
        try (StructFile<Every> file = StructFile.create(path, Every.CODEC)) {
            for (int k = 0; k < 5; k++) {
                file.append(Every.of(k));
            }
        }
        assertEquals(lines(0), CCompiler.run(program, "print", path, 0));

        assertEquals("", CCompiler.run(program, "fill", path, 20));

        try (StructFile<Every> file = StructFile.open(path, Every.CODEC)) {
            assertEquals(lines(20), file.stream().map(Every::toString).collect(Collectors.joining()));
        }
    }

    private static String lines(int first) {
        return IntStream.range(first, first + 5)
                .mapToObj(k -> Every.of(k).toString())
                .collect(Collectors.joining());
    }
}
