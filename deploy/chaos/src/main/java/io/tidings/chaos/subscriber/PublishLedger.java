package io.tidings.chaos.subscriber;

import io.tidings.chaos.check.AcceptedEvent;
import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.chaos.check.HistoryArchive;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Gives numbers to events, and notes the accepted ones. Safe for use by many threads. */
public final class PublishLedger {
    private final Subscribers subscribers;
    private final HistoryArchive archive;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    public PublishLedger(Subscribers subscribers, HistoryArchive archive) {
        this.subscribers = subscribers;
        this.archive = archive;
    }

    /** Takes numbers, and returns the first of them. */
    long take(int numbers) {
        return next.getAndAdd(numbers);
    }

    void accepted(long number, Instant sent, Way way) {
        var event = new AcceptedEvent(ChaosEvents.id(number), sent, Instant.now(), way);
        for (var subscriber : subscribers.matching(number)) {
            archive.write(subscriber.name(), event);
        }
        for (var subscriber : subscribers.lateMatching(number)) {
            archive.write(subscriber.name(), event);
        }
        for (var subscriber : subscribers.passingMatching(number)) {
            archive.writeOffer(subscriber.name(), event);
        }
        accepted.incrementAndGet();
    }

    /** Publishers send some requests twice if the topic that deduplicates is to drop the second one. */
    boolean repeats() {
        return subscribers.wishing();
    }

    /** Notes events without a good response; they may have been published all the same. */
    void refused(int events) {
        refused.addAndGet(events);
    }

    public long accepted() {
        return accepted.get();
    }

    public long refused() {
        return refused.get();
    }
}
