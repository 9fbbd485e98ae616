package io.tidings.contract;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The clock that stamps the records of one partition, as its records show it: how far it is ahead of ours.
 *
 * <p>No record is read before it is appended. So a stamp that lies in our future shows a difference, which holds for the
 * records that follow, too, until their stamps step back: then the broker's clock was put right. A clock that is behind
 * ours cannot be told from records that are old, unless they say when they were written.
 *
 * <p>Confined to one thread.
 */
public final class BrokerClock {
    private Duration ahead = Duration.ZERO;
    private @Nullable Instant last;

    /**
     * Learns from a record; the records come in the order of the log.
     *
     * @param stamp the broker's append time
     * @param ours when it was read, by our clock
     */
    public void read(Instant stamp, Instant ours) {
        if (last != null && stamp.isBefore(last)) {
            ahead = Durations.max(ahead.minus(Duration.between(stamp, last)), Duration.ZERO);
        }
        ahead = Durations.max(ahead, Duration.between(ours, stamp));
        last = stamp;
    }

    /**
     * Learns from a record that says when it was written, and changes no more than it proves: a record is written
     * before it is appended, and appended before it is read. A writer whose clock is ahead of ours proves nothing.
     *
     * @param written by the clock of the writer, which most often agrees with ours
     * @param stamp the broker's append time
     * @param ours when it was read, by our clock
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

    /** How far it is ahead of ours, as far as is known; negative when it is behind. */
    public Duration ahead() {
        return ahead;
    }

    /** What the broker's clock shows now, as far as is known. */
    public Instant now(Instant ours) {
        return ours.plus(ahead);
    }
}
