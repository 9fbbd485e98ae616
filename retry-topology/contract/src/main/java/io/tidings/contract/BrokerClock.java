package io.tidings.contract;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The clock that stamps the records of one partition, estimated from its records: how far it is ahead of ours.
 *
 * <p>A record is read after it is appended. So a stamp in our future shows a difference. It holds for later records,
 * too, until their stamps step back because the broker's clock was corrected. That a clock is behind ours can only be
 * seen from old records that state when they were written. Confined to one thread.
 */
public final class BrokerClock {
    private Duration ahead = Duration.ZERO;
    private @Nullable Instant last;

    /** @param ours when the record was read, by our clock; records come in the order of the log */
    public void read(Instant stamp, Instant ours) {
        if (last != null && stamp.isBefore(last)) {
            ahead = Durations.max(ahead.minus(Duration.between(stamp, last)), Duration.ZERO);
        }
        ahead = Durations.max(ahead, Duration.between(ours, stamp));
        last = stamp;
    }

    /**
     * Learns from a record that states when it was written, and changes no more than it proves: a record is written
     * before it is appended, and appended before it is read. A writer whose clock is ahead of ours proves nothing.
     */
    public void read(Instant written, Instant stamp, Instant ours) {
        if (!written.isAfter(ours)) {
            ahead = Durations.min(ahead, Duration.between(written, stamp));
        }
        ahead = Durations.max(ahead, Duration.between(ours, stamp));
    }

    /** Learns what the broker's clock must show now. */
    public void mustShow(Instant stamp, Instant ours) {
        ahead = Duration.between(ours, stamp);
    }

    /** Returns the estimate; negative if the broker's clock is behind ours. */
    public Duration ahead() {
        return ahead;
    }

    public Instant now(Instant ours) {
        return ours.plus(ahead);
    }
}
