package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Param;

/** Structs of 1 to 8 fields. */
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public abstract class FewFieldsState extends FieldsState {

    @Param({"1", "2", "3", "4", "5", "6", "7", "8"})
    public int fields;

    @Override
    final int fields() {
        return fields;
    }

    /** Checks that a rival reads back what it writes, in whatever order its bytes are. */
    final void checkBlock(String rival, Runnable write, Runnable read) throws ReflectiveOperationException {
        UNSAFE.setMemory(address, segmentBytes(), (byte) -1);
        for (long written = 0; written < segmentBytes(); written += Fields.BYTES) {
            write.run();
        }
        target = Fields.newDto();
        read.run();
        require(Arrays.equals(Fields.bytes(target), Fields.bytes(value)), rival + " did not read what was written");
    }
}
