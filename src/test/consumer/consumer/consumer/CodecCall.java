package consumer;

import java.lang.foreign.MemorySegment;

/** Everything that a codec does with a segment, at an offset in bytes or at an index. */
enum CodecCall {
    WRITE("write"),
    WRITE_AT_INDEX("write"),
    READ("read"),
    READ_AT_INDEX("read"),
    READ_INTO("read"),
    READ_INTO_AT_INDEX("read"),
    COPY_FROM("copy from"),
    COPY_TO("copy to");

    /** What messages call it. */
    final String verb;

    CodecCall(String verb) {
        this.verb = verb;
    }

    boolean appliesTo(Subject<?> subject) {
        return switch (this) {
            case READ, READ_AT_INDEX -> subject.canRead();
            case READ_INTO, READ_INTO_AT_INDEX -> subject.isReusable();
            default -> true;
        };
    }

    boolean stores() {
        return this == WRITE || this == WRITE_AT_INDEX || this == COPY_TO;
    }

    boolean takesIndex() {
        return this == WRITE_AT_INDEX || this == READ_AT_INDEX || this == READ_INTO_AT_INDEX;
    }

    /** {@return the offset of a position, which is an index or already an offset} */
    long offset(Subject<?> subject, long position) {
        return takesIndex() ? position * subject.byteSize() : position;
    }

    <T> void run(Subject<T> subject, MemorySegment segment, long position) {
        MemorySegment other = MemorySegment.ofArray(subject.bytes().clone());
        switch (this) {
            case WRITE -> subject.codec().write(subject.value(), segment, position);
            case WRITE_AT_INDEX -> subject.codec().writeAtIndex(subject.value(), segment, position);
            case READ -> subject.codec().read(segment, position);
            case READ_AT_INDEX -> subject.codec().readAtIndex(segment, position);
            case READ_INTO -> subject.reusable().readInto(subject.value(), segment, position);
            case READ_INTO_AT_INDEX -> subject.reusable().readIntoAtIndex(subject.value(), segment, position);
            case COPY_FROM -> subject.codec().copy(segment, position, other, 0, 1);
            case COPY_TO -> subject.codec().copy(other, 0, segment, position, 1);
        }
    }
}
