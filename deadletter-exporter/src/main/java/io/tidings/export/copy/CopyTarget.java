package io.tidings.export.copy;

import io.tidings.export.window.OutageHistory;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka topic that dead letters are copied to: when it is tried again, and how long it has taken nothing. It outlives
 * sessions. Confined to the thread of its sessions, except {@link #available}.
 */
public final class CopyTarget {
    private static final ExponentialBackoff RESTS = new ExponentialBackoff(500, 2, 30_000, 0);

    private final String name;
    private final String kafkaTopic;
    private final AllowedDeadLetterTopics allowed;
    private final @Nullable Duration dropAfter;
    private final OutageHistory outages = new OutageHistory();
    private int failures;
    private Instant restsUntil = Instant.MIN;
    private volatile boolean available = true;

    /** @param dropAfter how long it may be unavailable; null for ever */
    public CopyTarget(String name, AllowedDeadLetterTopics allowed, @Nullable Duration dropAfter) {
        this.name = name;
        this.kafkaTopic = Objects.requireNonNull(allowed.topics().get(name), name);
        this.allowed = allowed;
        this.dropAfter = dropAfter;
    }

    String name() {
        return name;
    }

    String kafkaTopic() {
        return kafkaTopic;
    }

    boolean allows(CopiedLetter letter) {
        return allowed.allows(name, letter.subscription().topic());
    }

    boolean available() {
        return available;
    }

    boolean rests(Instant now) {
        return now.isBefore(restsUntil);
    }

    /** Returns whether it is the first failure since a success. */
    boolean failed(Instant begun, Instant ended) {
        outages.failed(begun, ended);
        restsUntil = ended.plusMillis(RESTS.backoff(failures));
        available = false;
        return failures++ == 0;
    }

    /** Ends the backoff, because the next letters may have waited long enough, too. */
    void tryAtOnce() {
        restsUntil = Instant.MIN;
    }

    /** Returns whether it had failed before. */
    boolean responded() {
        boolean before = failures > 0;
        outages.responded();
        failures = 0;
        restsUntil = Instant.MIN;
        available = true;
        return before;
    }

    /** Returns whether a letter that was tried now has waited long enough for a topic that takes nothing. */
    boolean timeIsUp(CopiedLetter letter, Instant now) {
        return dropAfter != null && outages.within(letter.appended(), now).compareTo(dropAfter) >= 0;
    }
}
