package dev.verbatim.text;

import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Spells the values of a codec as JSON or CSV, for logs and tests, and reads them back. The text is that of the bytes
 * which the codec writes, by {@link RecordText}: an enum is its ordinal, and what a {@link dev.verbatim.Conversion}
 * converts is what it stores.
 *
 * {@snippet file="TextTutorialTest.java" region="codec"}
 *
 * <p><b>Threads.</b> Immutable; any number of threads may use it.
 *
 * @param <T> the type of the DTO
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public final class CodecText<T> {

    private final RecordText text;
    private final Function<T, MemorySegment> writer;
    private final Function<MemorySegment, T> reader;

    private CodecText(RecordText text, Function<T, MemorySegment> writer, Function<MemorySegment, T> reader) {
        this.text = text;
        this.writer = writer;
        this.reader = reader;
    }

    /**
     * {@return the text of the structs of a codec}
     *
     * @param codec the codec
     * @param <T> the type of the DTO
     * @throws IllegalArgumentException if {@link RecordText#of} refuses its layout
     */
    public static <T> CodecText<T> of(StructCodec<T> codec) {
        RecordText text = RecordText.of(Objects.requireNonNull(codec, "codec").layout());
        return new CodecText<>(
                text,
                value -> {
                    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(codec.byteSize())]);
                    codec.write(value, bytes, 0);
                    return bytes;
                },
                bytes -> codec.read(bytes, 0));
    }

    /**
     * {@return the text of the variable-length records of a codec}
     *
     * @param codec the codec
     * @param <T> the type of the DTO
     * @throws IllegalArgumentException if {@link RecordText#of} refuses its layout
     */
    public static <T> CodecText<T> of(VarCodec<T> codec) {
        RecordText text = RecordText.of(Objects.requireNonNull(codec, "codec").layout());
        return new CodecText<>(
                text,
                value -> {
                    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(codec.encodedSize(value))]);
                    codec.write(value, bytes, 0);
                    return bytes;
                },
                bytes -> codec.read(bytes, 0));
    }

    /**
     * {@return a value as a JSON object on one line, without a line end}
     *
     * @param value the value
     * @throws IllegalArgumentException if the codec cannot write it
     */
    public String toJson(T value) {
        return text.toJson(writer.apply(Objects.requireNonNull(value, "value")), 0);
    }

    /**
     * {@return the value of a JSON object}
     *
     * @param json an object of all members of the layout, in any order
     * @throws MalformedTextException if it is none
     * @throws dev.verbatim.CorruptRecordException if the codec has no such value
     */
    public T fromJson(String json) {
        return reader.apply(MemorySegment.ofArray(text.fromJson(json)));
    }

    /**
     * {@return the names of the columns, in the order of the cells}
     *
     * @throws IllegalArgumentException if there are more than 16,383
     */
    public List<String> columns() {
        return text.columns();
    }

    /**
     * {@return a value as the cells of a line of CSV, which {@link Csv#line} makes of them}
     *
     * @param value the value
     * @throws IllegalArgumentException if the codec cannot write it
     */
    public List<@Nullable String> toCells(T value) {
        return text.toCells(writer.apply(Objects.requireNonNull(value, "value")), 0);
    }

    /**
     * {@return the value of some cells}
     *
     * @param cells the cells in the order of {@link #columns}
     * @throws MalformedTextException if they are none of the layout
     * @throws dev.verbatim.CorruptRecordException if the codec has no such value
     */
    public T fromCells(List<? extends @Nullable String> cells) {
        return reader.apply(MemorySegment.ofArray(text.fromCells(cells)));
    }
}
