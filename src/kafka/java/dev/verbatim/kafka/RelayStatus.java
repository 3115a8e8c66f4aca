package dev.verbatim.kafka;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what a relay does. The relay's thread writes, any thread reads. */
final class RelayStatus implements RelayMXBean {

    private final AtomicLong records = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong lag = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile String trouble = "";

    void relayed(long moreRecords, long moreBytes) {
        records.addAndGet(moreRecords);
        bytes.addAndGet(moreBytes);
        batches.incrementAndGet();
    }

    void lags(long newLag) {
        lag.set(Math.max(newLag, 0));
    }

    void failed(String what) {
        failures.incrementAndGet();
        trouble = what;
    }

    void mended() {
        trouble = "";
    }

    @Override
    public long getRecords() {
        return records.get();
    }

    @Override
    public long getBytes() {
        return bytes.get();
    }

    @Override
    public long getBatches() {
        return batches.get();
    }

    @Override
    public long getLag() {
        return lag.get();
    }

    @Override
    public long getFailures() {
        return failures.get();
    }

    @Override
    public String getTrouble() {
        return trouble;
    }
}
