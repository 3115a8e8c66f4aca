package consumer.lib;

/** A class whose fields another module binds, as they are public. */
public class Vector {
    public long id;
    public float length;

    public Vector() {}
}
