package io.tidings.worker.desk;

import java.time.Duration;

/** What a receiver says of events that it has (B-PULL-1). */
public sealed interface TokenAction {
    record Acknowledge() implements TokenAction {}

    record Reject() implements TokenAction {}

    record Renew() implements TokenAction {}

    record Release(Duration delay) implements TokenAction {}

    /** It has not got them. */
    record TakeBack() implements TokenAction {}
}
