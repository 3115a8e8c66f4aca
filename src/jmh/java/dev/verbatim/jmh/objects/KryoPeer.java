package dev.verbatim.jmh.objects;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer.FieldSerializerConfig;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;

/**
 * Kryo, set up as <a href="https://github.com/EsotericSoftware/kryo#readme">its documentation</a> says is fastest.
 *
 * <ul>
 *   <li>"Buffer performance": unsafe buffers "perform as well or better, especially for primitive arrays"; one output and
 *       one input are reused. "Variable length encoding": it "is slower than fixed values", so it is off, for the buffers and
 *       for the fields.
 *   <li>"Registration": required, the default. "References": off, the default, because tracking costs.
 *   <li>"FieldSerializer": {@code fixedFieldTypes} is on. "If fields are public, serialization may be faster": they are.
 *   <li>"Generics": "disabling generics optimization can increase performance".
 * </ul>
 */
final class KryoPeer<T> implements HeapPeer<T> {

    private final Class<T> type;
    private final Kryo kryo = new Kryo();
    private final UnsafeOutput output;
    private final UnsafeInput input;

    KryoPeer(Class<T> type, int slots) {
        this.type = type;
        FieldSerializerConfig config = new FieldSerializerConfig();
        config.setFixedFieldTypes(true);
        config.setVariableLengthEncoding(false);
        kryo.setOptimizedGenerics(false);
        kryo.register(type, new FieldSerializer<>(kryo, type, config));
        kryo.register(long[].class);
        byte[] array = new byte[slots * SLOT_STRIDE];
        output = new UnsafeOutput(array);
        output.setVariableLengthEncoding(false);
        input = new UnsafeInput(array);
        input.setVariableLengthEncoding(false);
    }

    @Override
    public byte[] array() {
        return output.getBuffer();
    }

    @Override
    public int write(T value, int slot) {
        int start = slot * SLOT_STRIDE;
        output.setPosition(start);
        kryo.writeObject(output, value);
        return output.position() - start;
    }

    @Override
    public T read(int slot) {
        input.setPosition(slot * SLOT_STRIDE);
        return kryo.readObject(input, type);
    }
}
