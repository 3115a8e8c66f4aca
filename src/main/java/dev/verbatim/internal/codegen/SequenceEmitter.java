package dev.verbatim.internal.codegen;

import static org.objectweb.asm.Opcodes.*;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.DtoLists;
import dev.verbatim.internal.runtime.Text;
import dev.verbatim.internal.runtime.ValueFault;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Emits the methods that copy texts, arrays and lists, for one kind of segment. They have loops, and so are kept out of
 * the straight-line code around them. Values that are copied alike share a method: all texts of 16 bytes have the same
 * one. The caller has checked that the whole struct lies within the segment.
 */
final class SequenceEmitter {

    /** From this size on one bulk copy is faster than a loop. */
    static final int MIN_BULK_BYTES = 64;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final String OBJECT = "L" + Code.OBJECT + ";";
    private static final String LIST = "Ljava/util/List;";

    private final StructEmitters emitters;
    private final @Nullable Kind kind;
    private final Map<MethodKey, String> writers = new HashMap<>();
    private final Map<MethodKey, String> readers = new HashMap<>();

    /**
     * What the values that share a method have in common.
     *
     * @param element the layout of a primitive element, the binding of a struct, or the value that a conversion makes;
     *     {@code null} for a text
     * @param count the number of elements; of bytes for a text
     * @param type the declared type
     */
    private record MethodKey(@Nullable Object element, int count, Class<?> type) {

        static MethodKey of(Value.Sequence value, Class<?> type) {
            return switch (value) {
                case Value.Text(int byteSize) -> new MethodKey(null, byteSize, String.class);
                case Value.PrimitiveArray(ValueLayout element, int count) ->
                    new MethodKey(SegmentAccess.unaligned(element), count, type);
                case Value.StructSequence(Binding<?> element, int count, var _) -> new MethodKey(element, count, type);
                case Value.ConvertedSequence sequence -> new MethodKey(sequence.element(), sequence.count(), type);
            };
        }
    }

    SequenceEmitter(StructEmitters emitters, @Nullable Kind kind) {
        this.emitters = emitters;
        this.kind = kind;
    }

    /** Accesses to a value alone. */
    private static SegmentAccess access(long byteSize) {
        return new SegmentAccess(byteSize, Integer.MAX_VALUE);
    }

    /**
     * Emits the write of a value.
     *
     * @param code has the value, the segment and the value's offset in it on its stack
     * @param type the declared type of the value
     */
    void write(Code code, Value.Sequence value, Class<?> type) {
        code.callOwn(writer(code, value, type), writerDescriptor(value));
    }

    /** {@return whether the method that {@link #write} calls has fences} It is emitted if it was not. */
    boolean hasFencesToWrite(Code code, Value.Sequence value, Class<?> type) {
        return code.owner().hasFences(writer(code, value, type) + writerDescriptor(value));
    }

    private static String writerDescriptor(Value.Sequence value) {
        String parameter = value instanceof Value.Text ? "Ljava/lang/CharSequence;" : descriptor(value);
        return "(" + parameter + Code.SEGMENT + "J)V";
    }

    private String writer(Code code, Value.Sequence value, Class<?> type) {
        MethodKey key = MethodKey.of(value, type);
        String name = writers.get(key);
        if (name == null) {
            Code body = code.owner().helper("write" + SegmentKinds.name(kind), writerDescriptor(value));
            name = body.name();
            writers.put(key, name);
            SegmentKinds.require(body, kind, 1);
            switch (value) {
                case Value.Text(int byteSize) -> writeText(body, byteSize);
                case Value.PrimitiveArray array -> writeArray(body, array);
                case Value.ConvertedSequence sequence ->
                    ConvertedElements.of(sequence).write(body, sequence.count());
                case Value.StructSequence sequence -> writeStructs(body, sequence);
            }
            body.returnAndEnd();
        }
        return name;
    }

    /**
     * Emits the read of a value, and leaves it on the stack.
     *
     * @param code has on its stack, but for a text, the object to fill or null; and the segment and the value's offset
     *     in it
     * @param type the declared type of the value
     */
    void read(Code code, Value.Sequence value, Class<?> type) {
        code.callOwn(reader(code, value, type), readerDescriptor(value));
    }

    /** {@return whether the method that {@link #read} calls has fences} It is emitted if it was not. */
    boolean hasFencesToRead(Code code, Value.Sequence value, Class<?> type) {
        return code.owner().hasFences(reader(code, value, type) + readerDescriptor(value));
    }

    private static String readerDescriptor(Value.Sequence value) {
        String result = descriptor(value);
        return "(" + (value instanceof Value.Text ? "" : result) + Code.SEGMENT + "J)" + result;
    }

    private String reader(Code code, Value.Sequence value, Class<?> type) {
        MethodKey key = MethodKey.of(value, type);
        String name = readers.get(key);
        if (name == null) {
            Code body = code.owner().helper("read" + SegmentKinds.name(kind), readerDescriptor(value));
            name = body.name();
            readers.put(key, name);
            SegmentKinds.require(body, kind, value instanceof Value.Text ? 0 : 1);
            switch (value) {
                case Value.Text(int byteSize) -> readText(body, byteSize);
                case Value.PrimitiveArray array -> readArray(body, array);
                case Value.ConvertedSequence sequence -> {
                    ConvertedElements.of(sequence).read(body, sequence.count());
                    body.aload(0);
                }
                case Value.StructSequence sequence when sequence.isList() -> readList(body, sequence);
                case Value.StructSequence sequence -> readStructs(body, sequence, type.componentType());
            }
            body.returnAndEnd();
        }
        return name;
    }

    private static String descriptor(Value.Sequence value) {
        return switch (value) {
            case Value.Text _ -> "Ljava/lang/String;";
            case Value.PrimitiveArray(ValueLayout element, var _) -> "[" + Type.getDescriptor(element.carrier());
            case Value.ConvertedSequence sequence ->
                Type.getDescriptor(ConvertedElements.of(sequence).typeInCode());
            case Value.StructSequence sequence -> sequence.isList() ? LIST : "[" + OBJECT;
        };
    }

    /**
     * ASCII text is written eight characters at a time, with its padding. Other text is encoded first. Both have been
     * checked to fit.
     */
    private static void writeText(Code code, int byteSize) {
        int words = byteSize / Long.BYTES;
        int rest = byteSize % Long.BYTES;
        long restOffset = (long) words * Long.BYTES;
        SegmentAccess access = access(byteSize);
        Label notAscii = new Label();
        int word = code.newLocal(Type.LONG_TYPE);
        if (words > 0) {
            code.loopOfAccesses(words, i -> {
                code.aload(0);
                code.iload(i);
                code.push(Long.BYTES);
                code.insn(IMUL);
                code.call(Text.class, "word");
                storeIfAscii(code, word, notAscii);
                access.setElement(code, 0, WORD, words, 1, longIndex(code, i), () -> code.load(Type.LONG_TYPE, word));
            });
        }
        if (rest > 0) {
            code.aload(0);
            code.push(words * Long.BYTES);
            code.call(Text.class, "word");
            storeIfAscii(code, word, notAscii);
            code.loopOfAccesses(
                    rest,
                    i -> access.setElement(code, restOffset, ValueLayout.JAVA_BYTE, rest, 1, longIndex(code, i), () -> {
                        code.load(Type.LONG_TYPE, word);
                        code.iload(i);
                        code.push(Byte.SIZE);
                        code.insn(IMUL);
                        code.insn(LUSHR);
                        code.insn(L2I);
                        code.insn(I2B);
                    }));
        }
        code.insn(RETURN);
        code.label(notAscii);
        code.aload(0);
        code.push(byteSize);
        code.call(Text.class, "encode");
        int bytes = code.storeNew(Type.getType(byte[].class));
        copyFromArray(code, bytes, 1, ValueLayout.JAVA_BYTE, 0, byteSize);
    }

    private static void storeIfAscii(Code code, int word, Label notAscii) {
        code.store(Type.LONG_TYPE, word);
        code.load(Type.LONG_TYPE, word);
        code.push(Text.NOT_ASCII);
        code.insn(LCMP);
        code.jump(IFEQ, notAscii);
    }

    private static void readText(Code code, int byteSize) {
        code.push(byteSize);
        code.newArray(byte.class);
        int bytes = code.storeNew(Type.getType(byte[].class));
        copyToArray(code, 0, ValueLayout.JAVA_BYTE, 0, bytes, byteSize);
        code.aload(bytes);
        code.push(byteSize);
        code.call(Text.class, "decode");
    }

    /**
     * Emits the read of a text in a variable-length record, and leaves it on the stack. The text is decoded where it
     * lies. All older records that lack it share one default: a new one for each element of a list would be memory for
     * which nobody sent bytes.
     *
     * @param code has the reader's segment and the text's offset in it on its stack
     */
    static void readVarRecordText(Code code, Value.Text text, @Nullable Object ifAbsent) {
        code.push(text.byteSize());
        if (ifAbsent == null) {
            code.insn(ACONST_NULL);
            code.insn(ACONST_NULL);
        } else {
            code.constant(String.class, ifAbsent);
            code.constant(byte[].class, ((String) ifAbsent).getBytes(StandardCharsets.UTF_8));
        }
        code.call(Text.class, "inVarRecord");
    }

    private static void writeArray(Code code, Value.PrimitiveArray array) {
        ValueLayout element = SegmentAccess.unaligned(array.element());
        if (isBulk(array)) {
            copyFromArray(code, 0, 1, element, 0, array.count());
            return;
        }
        SegmentAccess access = access(element.byteSize() * array.count());
        code.loopOfAccesses(
                array.count(),
                i -> access.setElement(code, 0, element, array.count(), 1, longIndex(code, i), () -> {
                    code.aload(0);
                    code.iload(i);
                    code.insn(Type.getType(element.carrier()).getOpcode(IALOAD));
                }));
    }

    private static void readArray(Code code, Value.PrimitiveArray array) {
        ValueLayout element = SegmentAccess.unaligned(array.element());
        int count = array.count();
        requireLength(code, count, () -> code.newArray(element.carrier()));
        if (isBulk(array)) {
            copyToArray(code, 1, element, 0, 0, count);
        } else {
            SegmentAccess access = access(element.byteSize() * count);
            code.loopOfAccesses(count, i -> {
                code.aload(0);
                code.iload(i);
                access.getElement(code, 0, element, count, 1, longIndex(code, i));
                code.insn(Type.getType(element.carrier()).getOpcode(IASTORE));
            });
        }
        code.aload(0);
    }

    /** Whether to copy in bulk. The bulk copy knows no booleans, and swaps bytes in a native call. */
    private static boolean isBulk(Value.PrimitiveArray array) {
        ValueLayout element = array.element();
        return element.carrier() != boolean.class
                && (element.byteSize() == 1 || element.order() == ByteOrder.nativeOrder())
                && element.byteSize() * array.count() >= MIN_BULK_BYTES;
    }

    private static void requireLength(Code code, int count, Runnable newArray) {
        requireLength(code, () -> code.push(count), newArray);
    }

    /**
     * Replaces the array in local variable 0 by a new one, made from the length on the stack, if it is null or of
     * another length.
     */
    static void requireLength(Code code, Runnable count, Runnable newArray) {
        Label create = new Label();
        Label done = new Label();
        code.aload(0);
        code.jump(IFNULL, create);
        code.aload(0);
        code.insn(ARRAYLENGTH);
        count.run();
        code.jump(IF_ICMPEQ, done);
        code.label(create);
        count.run();
        newArray.run();
        code.store(Type.getType(Object.class), 0);
        code.fences().make();
        code.label(done);
    }

    private void writeStructs(Code code, Value.StructSequence sequence) {
        code.loopOfAccesses(sequence.count(), i -> {
            code.aload(0);
            code.iload(i);
            if (sequence.isList()) {
                code.invokeInterface(List.class, "get", Object.class, int.class);
                requireSameList(code);
            } else {
                code.insn(AALOAD);
            }
            code.castTo(DtoCode.typeInCode(sequence.element()), Object.class);
            copyElement(code, CodecOperation.WRITE, sequence, i);
        });
    }

    /** Throws if the element on the stack is null now: the list may have changed since it was checked. */
    private static void requireSameList(Code code) {
        Label same = new Label();
        code.insn(DUP);
        code.jump(IFNONNULL, same);
        code.call(ValueFault.class, "fault");
        code.insn(ATHROW);
        code.label(same);
    }

    /** Calls the method for an element; its object, unless it is read, is on the stack. */
    private void copyElement(Code code, CodecOperation operation, Value.StructSequence sequence, int index) {
        StructEmitter element = emitters.of(sequence.element(), kind);
        code.loadAddress(1);
        code.iload(index);
        code.insn(I2L);
        code.push(sequence.element().byteSize());
        code.insn(LMUL);
        code.insn(LADD);
        element.call(code, operation);
    }

    private void readStructs(Code code, Value.StructSequence sequence, Class<?> component) {
        requireLength(code, sequence.count(), () -> DtoCode.newArray(code, sequence.element(), component));
        Binding<?> element = sequence.element();
        code.loopOfAccesses(sequence.count(), i -> {
            if (element.isImmutable()) {
                code.aload(0);
                code.iload(i);
                copyElement(code, CodecOperation.READ, sequence, i);
                code.insn(AASTORE);
                return;
            }
            code.aload(0);
            code.iload(i);
            code.insn(AALOAD);
            fillElement(code, sequence, i, object -> {
                code.aload(0);
                code.iload(i);
                code.aload(object);
                code.insn(AASTORE);
            });
        });
        code.aload(0);
    }

    /** Fills the element on the stack, or a new one if that is null, which {@code put} then puts in its place. */
    private void fillElement(Code code, Value.StructSequence sequence, int index, IntConsumer put) {
        code.aload(DtoCode.storeOrMake(code, sequence.element(), put));
        copyElement(code, CodecOperation.READ_INTO, sequence, index);
    }

    /**
     * A list of mutable objects is filled in place if it has the right size. Else a list of fixed size replaces it. An
     * unmodifiable list replaces a list of Java records.
     */
    private void readList(Code code, Value.StructSequence sequence) {
        int count = sequence.count();
        if (sequence.element().isImmutable()) {
            code.push(count);
            code.newArray(Object.class);
            int elements = code.storeNew(Type.getType(Object[].class));
            code.loopOfAccesses(count, i -> {
                code.aload(elements);
                code.iload(i);
                copyElement(code, CodecOperation.READ, sequence, i);
                code.insn(AASTORE);
            });
            code.aload(elements);
            code.invokeStatic(List.class, "of", List.class, Object[].class);
            return;
        }
        code.aload(0);
        code.push(count);
        code.call(DtoLists.class, "ofSize");
        code.store(Type.getType(List.class), 0);
        code.loopOfAccesses(count, i -> {
            code.aload(0);
            code.iload(i);
            code.invokeInterface(List.class, "get", Object.class, int.class);
            fillElement(code, sequence, i, object -> {
                code.aload(0);
                code.iload(i);
                code.aload(object);
                code.invokeInterface(List.class, "set", Object.class, int.class, Object.class);
                code.insn(POP);
            });
        });
        code.aload(0);
    }

    private static Runnable longIndex(Code code, int index) {
        return () -> {
            code.iload(index);
            code.insn(I2L);
        };
    }

    static void copyFromArray(Code code, int array, int segment, ValueLayout layout, long offset, int count) {
        code.aload(array);
        code.insn(ICONST_0);
        code.aload(segment);
        code.constant(ValueLayout.class, layout);
        code.loadOffset(segment, offset);
        code.push(count);
        code.accessInBulk(Object.class, int.class, MemorySegment.class, ValueLayout.class, long.class, int.class);
    }

    static void copyToArray(Code code, int segment, ValueLayout layout, long offset, int array, int count) {
        code.aload(segment);
        code.constant(ValueLayout.class, layout);
        code.loadOffset(segment, offset);
        code.aload(array);
        code.insn(ICONST_0);
        code.push(count);
        code.accessInBulk(MemorySegment.class, ValueLayout.class, long.class, Object.class, int.class, int.class);
    }
}
