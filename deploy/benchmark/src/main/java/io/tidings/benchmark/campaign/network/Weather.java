package io.tidings.benchmark.campaign.network;

import java.time.Duration;

/** How the connections of a link fare. */
public sealed interface Weather {
    Weather FAIR = new Fair();

    /** Every byte goes through at once. */
    record Fair() implements Weather {}

    /** Connections are closed, and new ones at once. */
    record Cut() implements Weather {}

    /** What is read goes on later. */
    record Delayed(Duration by) implements Weather {}

    /** One direction swallows what it gets, the connections stay. */
    record HalfOpen(Direction silent) implements Weather {}

    /** Every connection is reset once so many more bytes have come back. */
    record Reset(int afterBytes) implements Weather {}

    enum Direction {
        THERE,
        BACK
    }
}
