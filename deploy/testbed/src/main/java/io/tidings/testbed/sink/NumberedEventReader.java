package io.tidings.testbed.sink;

import java.nio.ByteBuffer;

/** Finds the {@link NumberedEvent}s in the bytes of a request: one event, or an array. */
final class NumberedEventReader {
    private final int eventBytes;
    private final Listener listener;
    private final byte[] head = new byte[NumberedEvent.HEAD];
    private boolean begun;
    private int filled;
    private int toSkip;

    /** Receives the events. */
    @FunctionalInterface
    interface Listener {
        void event(int number, long micros);
    }

    /** @param eventBytes of each event */
    NumberedEventReader(int eventBytes, Listener listener) {
        this.eventBytes = eventBytes;
        this.listener = listener;
    }

    /** Takes all bytes of the buffer. */
    void take(ByteBuffer bytes) {
        if (!begun && bytes.hasRemaining()) {
            begun = true;
            toSkip = bytes.get(bytes.position()) == '[' ? 1 : 0;
        }
        while (bytes.hasRemaining()) {
            if (toSkip > 0) {
                int skipped = Math.min(toSkip, bytes.remaining());
                bytes.position(bytes.position() + skipped);
                toSkip -= skipped;
            } else {
                int taken = Math.min(head.length - filled, bytes.remaining());
                bytes.get(head, filled, taken);
                filled += taken;
                tellIfComplete();
            }
        }
    }

    private void tellIfComplete() {
        if (filled == head.length) {
            listener.event(
                    (int) number(NumberedEvent.FIRST_DIGIT, NumberedEvent.DIGITS),
                    number(NumberedEvent.FIRST_OF_MICROS, NumberedEvent.MICROS_DIGITS));
            filled = 0;
            toSkip = eventBytes - head.length + 1;
        }
    }

    private long number(int from, int digits) {
        long number = 0;
        for (int i = from; i < from + digits; i++) {
            number = number * 10 + (head[i] - '0');
        }
        return number;
    }
}
