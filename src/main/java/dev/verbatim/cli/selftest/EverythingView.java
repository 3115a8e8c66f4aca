package dev.verbatim.cli.selftest;

import dev.verbatim.StructView;
import dev.verbatim.cli.selftest.Everything.Colour;
import dev.verbatim.cli.selftest.Everything.Part;
import java.util.List;

/** {@link Everything} where it lies. Arrays are taken as a whole and by element, structs as views and as records. */
interface EverythingView extends StructView {

    /** {@link Part} where it lies. */
    interface PartView extends StructView {
        short kind();

        void kind(short kind);

        double price();

        void price(double price);

        default void set(Part part) {
            kind(part.kind());
            price(part.price());
        }

        default Part get() {
            return new Part(kind(), price());
        }
    }

    boolean flag();

    void flag(boolean flag);

    byte b();

    void b(byte b);

    short s();

    void s(short s);

    char c();

    void c(char c);

    int i();

    void i(int i);

    long l();

    void l(long l);

    float f();

    void f(float f);

    double d();

    void d(double d);

    Colour byteColour();

    void byteColour(Colour colour);

    Colour shortColour();

    void shortColour(Colour colour);

    Colour charColour();

    void charColour(Colour colour);

    Colour intColour();

    void intColour(Colour colour);

    Colour longColour();

    void longColour(Colour colour);

    String text();

    void text(String text);

    boolean[] flags();

    void flags(boolean[] flags);

    byte bytes(int index);

    void bytes(int index, byte b);

    short shorts(int index);

    void shorts(int index, short s);

    char[] chars();

    void chars(char[] chars);

    int[] ints();

    void ints(int[] ints);

    long longs(int index);

    void longs(int index, long l);

    float[] floats();

    void floats(float[] floats);

    double doubles(int index);

    void doubles(int index, double d);

    PartView part();

    PartView partArray(int index);

    List<Part> partList();

    void partList(List<Part> parts);

    /** Sets every member. */
    default void set(Everything value) {
        flag(value.flag());
        b(value.b());
        s(value.s());
        c(value.c());
        i(value.i());
        l(value.l());
        f(value.f());
        d(value.d());
        byteColour(value.byteColour());
        shortColour(value.shortColour());
        charColour(value.charColour());
        intColour(value.intColour());
        longColour(value.longColour());
        text(value.text());
        flags(value.flags());
        for (int k = 0; k < value.bytes().length; k++) {
            bytes(k, value.bytes()[k]);
        }
        for (int k = 0; k < value.shorts().length; k++) {
            shorts(k, value.shorts()[k]);
            longs(k, value.longs()[k]);
            doubles(k, value.doubles()[k]);
            partArray(k).set(value.partArray()[k]);
        }
        chars(value.chars());
        ints(value.ints());
        floats(value.floats());
        part().set(value.part());
        partList(value.partList());
    }

    /** {@return what all members are} */
    default Everything get() {
        return new Everything(
                flag(),
                b(),
                s(),
                c(),
                i(),
                l(),
                f(),
                d(),
                byteColour(),
                shortColour(),
                charColour(),
                intColour(),
                longColour(),
                text(),
                flags(),
                new byte[] {bytes(0), bytes(1), bytes(2)},
                new short[] {shorts(0), shorts(1)},
                chars(),
                ints(),
                new long[] {longs(0), longs(1)},
                floats(),
                new double[] {doubles(0), doubles(1)},
                part().get(),
                new Part[] {partArray(0).get(), partArray(1).get()},
                partList());
    }
}
