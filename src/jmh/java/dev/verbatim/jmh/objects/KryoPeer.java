package dev.verbatim.jmh.objects;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer.FieldSerializerConfig;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import dev.verbatim.jmh.MarketData;
import java.util.function.Function;

/**
 * Kryo, set up as <a href="https://github.com/EsotericSoftware/kryo#readme">its documentation</a> says is fastest.
 *
 * <ul>
 *   <li>"Buffer performance": unsafe buffers "perform as well or better, especially for primitive arrays"; one output
 *       and one input are reused.
 *   <li>"Variable length encoding": it "is slower than fixed values", so it is off, for the buffers and for the fields.
 *   <li>"Registration": required, the default. "References": off, the default, because tracking costs.
 *   <li>"Implementing a serializer": {@link KryoSerializers}, by hand. They were faster than {@link #byFields} in every
 *       case.
 *   <li>"FieldSerializer", which is what Kryo does by itself: {@code fixedFieldTypes} is on. "If fields are public,
 *       serialization may be faster": they are.
 * </ul>
 */
final class KryoPeer<T> implements HeapPeer<T> {

    private final Class<T> type;
    private final Kryo kryo = new Kryo();
    private final UnsafeOutput output;
    private final UnsafeInput input;

    private KryoPeer(Class<T> type, int slots, Function<Kryo, Serializer<T>> serializer) {
        this.type = type;
        kryo.register(type, serializer.apply(kryo));
        kryo.register(long[].class);
        byte[] array = new byte[slots * SLOT_STRIDE];
        output = new UnsafeOutput(array);
        output.setVariableLengthEncoding(false);
        input = new UnsafeInput(array);
        input.setVariableLengthEncoding(false);
    }

    static KryoPeer<Sample> ofSample(int slots) {
        return new KryoPeer<>(Sample.class, slots, kryo -> new KryoSerializers.OfSample());
    }

    static KryoPeer<MarketData> ofMarketData(int slots) {
        return new KryoPeer<>(MarketData.class, slots, kryo -> new KryoSerializers.OfMarketData());
    }

    /** With Kryo's own serialiser for objects of any class. */
    static <T> KryoPeer<T> byFields(Class<T> type, int slots) {
        return new KryoPeer<>(type, slots, kryo -> {
            FieldSerializerConfig config = new FieldSerializerConfig();
            config.setFixedFieldTypes(true);
            config.setVariableLengthEncoding(false);
            return new FieldSerializer<>(kryo, type, config);
        });
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
