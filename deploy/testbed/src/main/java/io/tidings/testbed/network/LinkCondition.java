package io.tidings.testbed.network;

import java.time.Duration;

/** How the connections of a link fare. */
public sealed interface LinkCondition {
    LinkCondition FAIR = new Fair();

    /** Every byte goes through at once. */
    record Fair() implements LinkCondition {}

    /** Connections are closed, and new ones at once. */
    record Cut() implements LinkCondition {}

    /** What is read goes on later. */
    record Delayed(Duration by) implements LinkCondition {}

    /** One direction swallows what it gets, the connections stay. */
    record HalfOpen(Direction silent) implements LinkCondition {}

    /** Every connection is reset once so many more bytes have come back. */
    record Reset(int afterBytes) implements LinkCondition {}

    enum Direction {
        THERE,
        BACK
    }
}
