package io.tidings.testbed.network;

import java.time.Duration;

/** The treatment that a link gives to bytes. */
public sealed interface LinkCondition {
    LinkCondition FAIR = new Fair();

    /** Forwards every byte at once. */
    record Fair() implements LinkCondition {}

    /** Closes every connection at once. */
    record Cut() implements LinkCondition {}

    /** Forwards bytes later. */
    record Delayed(Duration by) implements LinkCondition {}

    /** Drops the bytes of one direction and keeps the connections. */
    record HalfOpen(Direction silent) implements LinkCondition {}

    /** Resets every connection after so many more bytes of responses. */
    record Reset(int afterBytes) implements LinkCondition {}

    enum Direction {
        THERE,
        BACK
    }
}
