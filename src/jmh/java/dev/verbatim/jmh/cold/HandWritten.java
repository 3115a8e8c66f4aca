package dev.verbatim.jmh.cold;

import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** What one writes by hand: the base that codecs are compared with. */
final class HandWritten {

    private static final VarHandle SECURITY_ID = handle("securityId");
    private static final VarHandle TIME = handle("time");
    private static final VarHandle BID_QTY_0 = handle("bidQty0");
    private static final VarHandle BID_QTY_1 = handle("bidQty1");
    private static final VarHandle BID_QTY_2 = handle("bidQty2");
    private static final VarHandle BID_QTY_3 = handle("bidQty3");
    private static final VarHandle ASK_QTY_0 = handle("askQty0");
    private static final VarHandle ASK_QTY_1 = handle("askQty1");
    private static final VarHandle ASK_QTY_2 = handle("askQty2");
    private static final VarHandle ASK_QTY_3 = handle("askQty3");
    private static final VarHandle BID_PRICE_0 = handle("bidPrice0");
    private static final VarHandle BID_PRICE_1 = handle("bidPrice1");
    private static final VarHandle BID_PRICE_2 = handle("bidPrice2");
    private static final VarHandle BID_PRICE_3 = handle("bidPrice3");
    private static final VarHandle ASK_PRICE_0 = handle("askPrice0");
    private static final VarHandle ASK_PRICE_1 = handle("askPrice1");
    private static final VarHandle ASK_PRICE_2 = handle("askPrice2");
    private static final VarHandle ASK_PRICE_3 = handle("askPrice3");

    private HandWritten() {}

    private static VarHandle handle(String member) {
        return Snapshot.LAYOUT.varHandle(PathElement.groupElement(member));
    }

    static void write() {
        Snapshot value = new Snapshot();
        MemorySegment segment = ColdProgram.MEMORY;
        SECURITY_ID.set(segment, 0L, value.securityId);
        TIME.set(segment, 0L, value.time);
        BID_QTY_0.set(segment, 0L, value.bidQty0);
        BID_QTY_1.set(segment, 0L, value.bidQty1);
        BID_QTY_2.set(segment, 0L, value.bidQty2);
        BID_QTY_3.set(segment, 0L, value.bidQty3);
        ASK_QTY_0.set(segment, 0L, value.askQty0);
        ASK_QTY_1.set(segment, 0L, value.askQty1);
        ASK_QTY_2.set(segment, 0L, value.askQty2);
        ASK_QTY_3.set(segment, 0L, value.askQty3);
        BID_PRICE_0.set(segment, 0L, value.bidPrice0);
        BID_PRICE_1.set(segment, 0L, value.bidPrice1);
        BID_PRICE_2.set(segment, 0L, value.bidPrice2);
        BID_PRICE_3.set(segment, 0L, value.bidPrice3);
        ASK_PRICE_0.set(segment, 0L, value.askPrice0);
        ASK_PRICE_1.set(segment, 0L, value.askPrice1);
        ASK_PRICE_2.set(segment, 0L, value.askPrice2);
        ASK_PRICE_3.set(segment, 0L, value.askPrice3);
    }
}
