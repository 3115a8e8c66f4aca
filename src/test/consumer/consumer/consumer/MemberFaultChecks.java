package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.base.Fault;
import consumer.lib.Token;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.AbstractList;
import java.util.ConcurrentModificationException;
import java.util.List;

/** Members that cannot be written, bytes that cannot be read, and nested DTOs that cannot be made. */
final class MemberFaultChecks {

    private static final StructLayout CODE = structLayout(JAVA_INT.withName("code"));

    private MemberFaultChecks() {}

    static void run() {
        MemberSubjects.checkEvery();
        MemberSubjects.checkOtherNests();
        MemberSubjects.checkAnotherPackage();
        ModuleSubjects.check();
        nestedClassesWithoutConstructor();
        listsThatChange();
    }

    /** Checks that a DTO is refused, at an offset and at an index, and that nothing is written. */
    static <T> void refusesToWrite(StructCodec<T> codec, T dto, Fault<?> fault) {
        String what = "write" + fault.message();
        String start = "cannot write " + codec + " at offset=";
        try (Arena arena = Arena.ofConfined()) {
            for (Kind kind : Kind.values()) {
                MemorySegment segment = kind.allocate(arena, 2 * codec.byteSize() + 1);
                thrown(what, fault.type(), () -> codec.write(dto, segment, 1), start + 1 + fault.message());
                thrown(
                        what,
                        fault.type(),
                        () -> codec.writeAtIndex(dto, segment, 1),
                        start + codec.byteSize() + fault.message());
                Checks.that(
                        what + " writes nothing",
                        segment.mismatch(MemorySegment.ofArray(new byte[Math.toIntExact(segment.byteSize())])) == -1);
            }
        }
    }

    /**
     * Checks that bytes of zero, but for some, are refused, at an offset and at an index, in every way to read them.
     */
    static <T> void refusesToRead(StructCodec<T> codec, String path, long at, String found, int... bytes) {
        try (Arena arena = Arena.ofConfined()) {
            for (Kind kind : Kind.values()) {
                MemorySegment odd = kind.allocate(arena, codec.byteSize() + 1);
                MemorySegment array = kind.allocate(arena, 2 * codec.byteSize());
                T target = codec instanceof ReusableCodec ? codec.read(array, 0) : null;
                for (int i = 0; i < bytes.length; i++) {
                    odd.set(JAVA_BYTE, 1 + at + i, (byte) bytes[i]);
                    array.set(JAVA_BYTE, codec.byteSize() + at + i, (byte) bytes[i]);
                }
                String[] atOffset = corrupt(codec, 1, path, at, found);
                String[] atIndex = corrupt(codec, codec.byteSize(), path, at, found);
                Class<CorruptRecordException> type = CorruptRecordException.class;
                thrown("read " + path, type, () -> codec.read(odd, 1), atOffset);
                thrown("readAtIndex " + path, type, () -> codec.readAtIndex(array, 1), atIndex);
                if (codec instanceof ReusableCodec<T> reusable) {
                    thrown("readInto " + path, type, () -> reusable.readInto(target, odd, 1), atOffset);
                    thrown("readIntoAtIndex " + path, type, () -> reusable.readIntoAtIndex(target, array, 1), atIndex);
                }
            }
        }
    }

    private static String[] corrupt(StructCodec<?> codec, long offset, String path, long at, String found) {
        return new String[] {
            "cannot read " + codec + " at offset=" + offset + ": " + path + " at offset=" + (offset + at)
                    + ": expected ",
            found
        };
    }

    private static final class NeedsArgument {
        private int code;

        private NeedsArgument(int code) {
            this.code = code;
        }
    }

    private record OneToken(Token token) {}

    private record Tokens(List<Token> tokens) {}

    private static final class Holder {
        private NeedsArgument one = new NeedsArgument(1);
        private Token token = Token.of(2);
        private NeedsArgument[] array = {new NeedsArgument(3)};
        private List<Token> list = List.of(Token.of(4));

        private static final ReusableCodec<Holder> CODEC = StructCodec.ofClass(
                lookup(),
                Holder.class,
                structLayout(
                        CODE.withName("one"),
                        CODE.withName("token"),
                        sequenceLayout(1, CODE).withName("array"),
                        sequenceLayout(1, CODE).withName("list")));
    }

    private static void nestedClassesWithoutConstructor() {
        MemorySegment segment = MemorySegment.ofArray(new int[4]);
        Holder holder = new Holder();
        Holder.CODEC.write(holder, segment, 0);
        Checks.that(
                "nested classes without a constructor are written",
                segment.mismatch(MemorySegment.ofArray(new int[] {1, 2, 3, 4})) == -1);
        segment.fill((byte) 0);
        Holder.CODEC.readInto(holder, segment, 0);
        Checks.equal(
                "nested classes without a constructor are read into",
                0,
                holder.one.code + holder.token.code + holder.array[0].code + holder.list.get(0).code);

        holder.one = null;
        cannotMake(NeedsArgument.class, () -> Holder.CODEC.readInto(holder, segment, 0));
        holder.one = new NeedsArgument(1);
        holder.array = null;
        cannotMake(NeedsArgument.class, () -> Holder.CODEC.readInto(holder, segment, 0));
        holder.array = new NeedsArgument[] {new NeedsArgument(3)};
        holder.list = null;
        cannotMake(Token.class, () -> Holder.CODEC.readInto(holder, segment, 0));
        holder.token = null;
        cannotMake(Token.class, () -> Holder.CODEC.readInto(holder, segment, 0));
        StructCodec<OneToken> one =
                StructCodec.ofRecord(lookup(), OneToken.class, structLayout(CODE.withName("token")));
        cannotMake(Token.class, () -> one.read(segment, 0));
        StructCodec<Tokens> many = StructCodec.ofRecord(
                lookup(), Tokens.class, structLayout(sequenceLayout(2, CODE).withName("tokens")));
        cannotMake(Token.class, () -> many.read(segment, 0));
    }

    private static void cannotMake(Class<?> type, Checks.Action action) {
        thrown(
                "a nested class without a constructor",
                UnsupportedOperationException.class,
                action,
                "cannot read a new " + type.getName() + ": it has no accessible no-argument constructor");
    }

    private record Codes(List<Code> codes) {
        private static final StructCodec<Codes> CODEC = StructCodec.ofRecord(
                lookup(), Codes.class, structLayout(sequenceLayout(2, CODE).withName("codes")));
    }

    private record Code(int code) {}

    /** A codec asks for each element twice: before it writes, and to write it. */
    private static void listsThatChange() {
        MemorySegment segment = MemorySegment.ofArray(new int[2]);
        thrown(
                "a list that changes",
                ConcurrentModificationException.class,
                () -> Codes.CODEC.write(new Codes(new Answers(3, null)), segment, 0),
                "cannot write " + Codes.CODEC + " at offset=0: the value changed while it was written");
        RuntimeException own = new IllegalStateException("own");
        Checks.that(
                "what a list throws passes unchanged",
                thrown(
                                "a list that throws",
                                IllegalStateException.class,
                                () -> Codes.CODEC.write(new Codes(new Answers(0, own)), segment, 0))
                        == own);
        Checks.that(
                "what a list throws the second time passes unchanged",
                thrown(
                                "a list that throws",
                                IllegalStateException.class,
                                () -> Codes.CODEC.write(new Codes(new Answers(2, own)), segment, 0))
                        == own);
    }

    /** A list of two that has all elements but for one question, which it answers with null or by throwing. */
    private static final class Answers extends AbstractList<Code> {
        private final int except;
        private final RuntimeException thrown;
        private int questions;

        private Answers(int except, RuntimeException thrown) {
            this.except = except;
            this.thrown = thrown;
        }

        @Override
        public Code get(int index) {
            if (questions++ != except) {
                return new Code(index);
            }
            if (thrown != null) {
                throw thrown;
            }
            return null;
        }

        @Override
        public int size() {
            return 2;
        }
    }
}
