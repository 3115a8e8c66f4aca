package dev.verbatim.cli.selftest;

import dev.verbatim.cli.selftest.Everything.Colour;
import dev.verbatim.cli.selftest.Everything.Part;
import java.util.List;

/** {@link Everything} as a class whose objects are used again. */
@SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // a codec sets and reads the fields
final class EverythingObject {

    private boolean flag;
    private byte b;
    private short s;
    private char c;
    private int i;
    private long l;
    private float f;
    private double d;
    private Colour byteColour;
    private Colour shortColour;
    private Colour charColour;
    private Colour intColour;
    private Colour longColour;
    private String text;
    private boolean[] flags;
    private byte[] bytes;
    private short[] shorts;
    private char[] chars;
    private int[] ints;
    private long[] longs;
    private float[] floats;
    private double[] doubles;
    private Part part;
    private Part[] partArray;
    private List<Part> partList;

    static EverythingObject of(Everything value) {
        EverythingObject object = new EverythingObject();
        object.flag = value.flag();
        object.b = value.b();
        object.s = value.s();
        object.c = value.c();
        object.i = value.i();
        object.l = value.l();
        object.f = value.f();
        object.d = value.d();
        object.byteColour = value.byteColour();
        object.shortColour = value.shortColour();
        object.charColour = value.charColour();
        object.intColour = value.intColour();
        object.longColour = value.longColour();
        object.text = value.text();
        object.flags = value.flags();
        object.bytes = value.bytes();
        object.shorts = value.shorts();
        object.chars = value.chars();
        object.ints = value.ints();
        object.longs = value.longs();
        object.floats = value.floats();
        object.doubles = value.doubles();
        object.part = value.part();
        object.partArray = value.partArray();
        object.partList = value.partList();
        return object;
    }
}
