package io.tidings.benchmark.sink;

import java.nio.ByteBuffer;

/** Reads the number of a {@link NumberedEvent} from its bytes as they come in. */
final class NumberReader {
    private static final int END = NumberedEvent.FIRST_DIGIT + NumberedEvent.DIGITS;

    private int position;
    private int number;

    /** Takes all bytes of the buffer. */
    void take(ByteBuffer bytes) {
        int start = bytes.position();
        int until = Math.min(bytes.limit(), start + END - position);
        for (int i = start + Math.max(0, NumberedEvent.FIRST_DIGIT - position); i < until; i++) {
            number = number * 10 + (bytes.get(i) - '0');
        }
        position += bytes.remaining();
        bytes.position(bytes.limit());
    }

    int number() {
        return number;
    }
}
