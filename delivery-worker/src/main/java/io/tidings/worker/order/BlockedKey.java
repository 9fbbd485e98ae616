package io.tidings.worker.order;

/**
 * The state of an order key of which a delivery waits in the ladder (B-LANE-2). Its size does not depend on how many
 * wait: each one parked behind another carries the sequence of the one before it.
 *
 * @param ended the highest sequence of the key that has ended; all below it have ended too
 * @param tail the sequence of the last delivery parked
 */
public record BlockedKey(long ended, long tail) {
    public BlockedKey {
        if (ended >= tail) {
            throw new IllegalArgumentException("ended " + ended + ", tail " + tail);
        }
    }

    /** Returns whether the delivery is one of those that the key waits for, parked or in flight. */
    public boolean includes(long sequence) {
        return ended < sequence && sequence <= tail;
    }

    /** Returns whether the delivery parked behind the given sequence is the next one. */
    public boolean lets(long behind) {
        return behind <= ended;
    }

    /** Returns whether nothing waits once the delivery has ended. */
    public boolean drainedBy(long sequence) {
        return sequence >= tail;
    }

    public BlockedKey ended(long sequence) {
        return new BlockedKey(sequence, tail);
    }

    public BlockedKey parked(long sequence) {
        return sequence <= tail ? this : new BlockedKey(ended, sequence);
    }
}
