package dev.verbatim.kafka;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A serializer and a deserializer of Kafka, made of a codec or of the factory of a view. The bytes of a value are the
 * codec's, with zeros for the padding of a struct and nothing before them; {@code null} is a tombstone, as everywhere
 * in Kafka.
 *
 * <p><b>Layouts.</b> The serializer puts the fingerprint of the layout into the header {@code verbatim.layout}. The
 * deserializer reads records with the fingerprint of its own layout, and records without the header. For another
 * fingerprint it looks for the text of that layout in a topic: it reads a variable-length record whose layout has grown
 * from its own or into it, and refuses all else with a {@link LayoutMismatchException} that has both layouts.
 *
 * <p>To use the topic, {@link #configure configure} the serde with {@code bootstrap.servers}, and with whatever else a
 * client needs to connect. The topic is {@code verbatim.layouts}, unless the setting {@value #LAYOUTS_TOPIC} has
 * another name. The first value that is serialized puts the text of its layout there, which waits for the broker once;
 * the topic is made if there is none, and refused if it is not compacted. A serde that is not configured uses no topic,
 * and reads its own layout only.
 *
 * <p><b>Keys.</b> A serde that is configured as one of keys neither writes nor reads the header: a record has one,
 * which says what its value is. A key's bytes are its identity, so that its layout cannot grow.
 *
 * <p><b>Errors.</b> Bytes that are not those of a value are a {@link CorruptRecordException} of the deserializer. A
 * value that the codec refuses is what {@link StructCodec#write} or {@link VarCodec#write} throws. Where the topic of
 * layouts is needed and the broker does not answer or refuses, it is a {@link org.apache.kafka.common.KafkaException},
 * and so is a header of another version in the deserializer.
 *
 * <p><b>Memory.</b> {@code deserialize(String, Headers, ByteBuffer)}, which a consumer calls, copies nothing before the
 * codec reads. A view shows the bytes where the consumer has them: it can be kept, and keeps all of what the consumer
 * has fetched at once. It cannot write.
 *
 * <p><b>Threads.</b> Any thread may use a serde. Close it, or its parts, after the clients that use it; closing one
 * part leaves the other as it is.
 *
 * @param <T> the type of the values
 */
public final class VerbatimSerde<T> implements Serde<T> {

    /** The name of the setting that names the topic of layouts. */
    public static final String LAYOUTS_TOPIC = "verbatim.layouts.topic";

    private final Writer<T> writer;
    private final Reader<T> reader;

    private VerbatimSerde(ValueBytes<T> values) {
        this.writer = new Writer<>(values);
        this.reader = new Reader<>(values);
    }

    /**
     * {@return a serde of structs of fixed size}
     *
     * @param codec the codec of one struct
     * @param <T> the type of the DTO
     */
    public static <T> VerbatimSerde<T> of(StructCodec<T> codec) {
        return new VerbatimSerde<>(ValueBytes.of(Objects.requireNonNull(codec, "codec")));
    }

    /**
     * {@return a serde of variable-length records}
     *
     * @param codec the codec of one object
     * @param <T> the type of the DTO
     */
    public static <T> VerbatimSerde<T> of(VarCodec<T> codec) {
        return new VerbatimSerde<>(ValueBytes.of(Objects.requireNonNull(codec, "codec")));
    }

    /**
     * {@return a serde that copies what a view shows, and shows what a consumer has fetched by a new view} The padding
     * of a struct is not copied, whatever is there. A variable-length record is copied as a codec has written it.
     *
     * @param views makes the views
     * @param <V> the type of the view
     */
    public static <V extends StructView> VerbatimSerde<V> of(ViewFactory<V> views) {
        return new VerbatimSerde<>(ValueBytes.of(Objects.requireNonNull(views, "views")));
    }

    /**
     * Has the serde use a topic of layouts, if the settings have {@code bootstrap.servers}.
     *
     * @param configs the settings of a client; what an admin client does not know is left out
     * @param isKey whether the serde is one of keys, which uses no topic
     */
    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        writer.configure(configs, isKey);
        reader.configure(configs, isKey);
    }

    @Override
    public Serializer<T> serializer() {
        return writer;
    }

    @Override
    public Deserializer<T> deserializer() {
        return reader;
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
    }

    /** What both parts have. */
    abstract static class Part<T> implements AutoCloseable {
        final ValueBytes<T> values;
        final LayoutCheck check;
        volatile boolean isKey;
        volatile LayoutTexts texts = LayoutTexts.NONE;

        Part(ValueBytes<T> values) {
            this.values = values;
            this.check = new LayoutCheck(values, values.layout());
        }

        public void configure(Map<String, ?> configs, boolean forKeys) {
            Objects.requireNonNull(configs, "configs");
            isKey = forKeys;
            if (!forKeys && configs.get("bootstrap.servers") != null) {
                use(LayoutsTopic.of(configs, () -> false));
            }
        }

        final void use(LayoutTexts newTexts) {
            texts.close();
            texts = newTexts;
        }

        @Override
        public void close() {
            texts.close();
        }
    }

    /** The serializer. */
    static final class Writer<T> extends Part<T> implements Serializer<T> {
        /** Where the text of the layout was put. */
        private volatile @Nullable LayoutTexts published;

        Writer(ValueBytes<T> values) {
            super(values);
        }

        @Override
        public byte @Nullable [] serialize(String topic, @Nullable T value) {
            return value == null ? null : values.write(value);
        }

        @Override
        public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T value) {
            if (value == null) {
                return null;
            }
            byte[] bytes = values.write(value);
            if (!isKey) {
                LayoutTexts current = texts;
                if (!current.equals(published)) {
                    current.publish(LayoutText.of(values.layout()));
                    published = current;
                }
                putHeader(headers);
            }
            return bytes;
        }

        /** A record that is sent again has the header, and is read-only; one that is sent on may have another. */
        private void putHeader(Headers headers) {
            Header found = headers.lastHeader(LayoutFingerprint.HEADER);
            if (found == null || !Arrays.equals(found.value(), check.ownHeader())) {
                headers.remove(LayoutFingerprint.HEADER).add(LayoutFingerprint.HEADER, check.ownHeader());
            }
        }
    }

    /** The deserializer. */
    static final class Reader<T> extends Part<T> implements Deserializer<T> {
        Reader(ValueBytes<T> values) {
            super(values);
        }

        /** @throws CorruptRecordException if the bytes are not those of a value */
        @Override
        public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
            return bytes == null ? null : values.read(MemorySegment.ofArray(bytes));
        }

        @Override
        public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] bytes) {
            if (bytes == null) {
                return null;
            }
            require(topic, headers);
            return values.read(MemorySegment.ofArray(bytes));
        }

        @Override
        public @Nullable T deserialize(String topic, Headers headers, @Nullable ByteBuffer buffer) {
            if (buffer == null) {
                return null;
            }
            require(topic, headers);
            return values.read(MemorySegment.ofBuffer(buffer));
        }

        private void require(String topic, Headers headers) {
            if (!isKey) {
                check.require(topic, headers, texts);
            }
        }
    }
}
