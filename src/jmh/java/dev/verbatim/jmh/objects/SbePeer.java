package dev.verbatim.jmh.objects;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.verbatim.jmh.MarketData;
import dev.verbatim.jmh.objects.sbe.MarketDataDecoder;
import dev.verbatim.jmh.objects.sbe.MarketDataEncoder;
import dev.verbatim.jmh.objects.sbe.PresentDecoder;
import dev.verbatim.jmh.objects.sbe.SampleDecoder;
import dev.verbatim.jmh.objects.sbe.SampleEncoder;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Simple Binary Encoding, through the codecs that its tool generates from {@code src/jmh/sbe/objects.xml}.
 *
 * <p>Encoder, decoder and buffer are reused, as the <a
 * href="https://github.com/aeron-io/simple-binary-encoding/wiki/Java-Users-Guide">users' guide</a> has it; the buffer
 * is off the heap. The checks of the order of access are not generated, because <a
 * href="https://github.com/aeron-io/simple-binary-encoding/wiki/Safe-Flyweight-Usage">they cost</a>. There is no
 * message header: the reader knows what it reads, as it does with every rival. A decoder is a flyweight; so that the
 * same is compared, its fields are copied to an object, which is reused. Text is read through an array that is reused,
 * which spares the one that the decoder's own {@code text()} allocates. It is declared as UTF-8: declared as ASCII, it
 * was written and read more slowly.
 */
abstract class SbePeer<T> implements Peer<T> {

    final UnsafeBuffer buffer;
    final T target;

    private SbePeer(T target, int slots, boolean checked) {
        if (UnsafeBuffer.SHOULD_BOUNDS_CHECK != checked) {
            throw new IllegalStateException("bounds checks: expected=%s, found=%s".formatted(checked, !checked));
        }
        this.target = target;
        buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(slots * SLOT_STRIDE, 64));
    }

    static final class OfSample extends SbePeer<Sample> {

        private final SampleEncoder encoder = new SampleEncoder();
        private final SampleDecoder decoder = new SampleDecoder();
        private final byte[] text = new byte[SLOT_BYTES];

        OfSample(int slots, boolean checked) {
            super(new Sample(), slots, checked);
        }

        @Override
        public int write(Sample value, int slot) {
            encoder.wrap(buffer, slot * SLOT_STRIDE);
            encoder.id(value.id);
            encoder.present()
                    .clear()
                    .values(value.values != null)
                    .text(value.text != null)
                    .note(value.note != null);
            int count = value.values == null ? 0 : value.values.length;
            SampleEncoder.ValuesEncoder values = encoder.valuesCount(count);
            for (int i = 0; i < count; i++) {
                values.next().value(value.values[i]);
            }
            encoder.text(value.text);
            encoder.note(value.note);
            return encoder.encodedLength();
        }

        @Override
        public Sample read(int slot) {
            decoder.wrap(buffer, slot * SLOT_STRIDE, SampleDecoder.BLOCK_LENGTH, SampleDecoder.SCHEMA_VERSION);
            target.id = decoder.id();
            PresentDecoder present = decoder.present();
            target.values = present.values() ? readValues(decoder.values()) : skip(decoder.values());
            int length = decoder.textLength();
            decoder.getText(text, 0, length);
            target.text = present.text() ? new String(text, 0, length, UTF_8) : null;
            length = decoder.noteLength();
            decoder.getNote(text, 0, length);
            target.note = present.note() ? new String(text, 0, length, UTF_8) : null;
            return target;
        }

        private long[] readValues(SampleDecoder.ValuesDecoder values) {
            long[] array = target.values(values.count());
            for (int i = 0; i < array.length; i++) {
                array[i] = values.next().value();
            }
            return array;
        }

        /** To have reached the group is to have skipped it: where the values are null it has no element. */
        private static long[] skip(SampleDecoder.ValuesDecoder unused) {
            return null;
        }
    }

    static final class OfMarketData extends SbePeer<MarketData> {

        private final MarketDataEncoder encoder = new MarketDataEncoder();
        private final MarketDataDecoder decoder = new MarketDataDecoder();

        OfMarketData(int slots, boolean checked) {
            super(new MarketData(), slots, checked);
        }

        @Override
        public int write(MarketData value, int slot) {
            encoder.wrap(buffer, slot * SLOT_STRIDE)
                    .securityId(value.securityId)
                    .time(value.time)
                    .bidQty0(value.bidQty0)
                    .bidQty1(value.bidQty1)
                    .bidQty2(value.bidQty2)
                    .bidQty3(value.bidQty3)
                    .askQty0(value.askQty0)
                    .askQty1(value.askQty1)
                    .askQty2(value.askQty2)
                    .askQty3(value.askQty3)
                    .bidPrice0(value.bidPrice0)
                    .bidPrice1(value.bidPrice1)
                    .bidPrice2(value.bidPrice2)
                    .bidPrice3(value.bidPrice3)
                    .askPrice0(value.askPrice0)
                    .askPrice1(value.askPrice1)
                    .askPrice2(value.askPrice2)
                    .askPrice3(value.askPrice3);
            return encoder.encodedLength();
        }

        @Override
        public MarketData read(int slot) {
            decoder.wrap(buffer, slot * SLOT_STRIDE, MarketDataDecoder.BLOCK_LENGTH, MarketDataDecoder.SCHEMA_VERSION);
            target.securityId = decoder.securityId();
            target.time = decoder.time();
            target.bidQty0 = decoder.bidQty0();
            target.bidQty1 = decoder.bidQty1();
            target.bidQty2 = decoder.bidQty2();
            target.bidQty3 = decoder.bidQty3();
            target.askQty0 = decoder.askQty0();
            target.askQty1 = decoder.askQty1();
            target.askQty2 = decoder.askQty2();
            target.askQty3 = decoder.askQty3();
            target.bidPrice0 = decoder.bidPrice0();
            target.bidPrice1 = decoder.bidPrice1();
            target.bidPrice2 = decoder.bidPrice2();
            target.bidPrice3 = decoder.bidPrice3();
            target.askPrice0 = decoder.askPrice0();
            target.askPrice1 = decoder.askPrice1();
            target.askPrice2 = decoder.askPrice2();
            target.askPrice3 = decoder.askPrice3();
            return target;
        }
    }
}
