package io.tidings.chaos.publish;

import io.tidings.chaos.archive.HistoryArchive;
import io.tidings.chaos.history.AcceptedEvent;
import io.tidings.chaos.history.AcceptedEvent.Way;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.Subscribers;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers for events, and what is owed for those that were accepted. Safe for use by many threads. */
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

    /** The first of so many numbers that nobody else gets. */
    long take(int numbers) {
        return next.getAndAdd(numbers);
    }

    void accepted(long number, Instant sent, Way way) {
        var event = new AcceptedEvent(ChaosEvents.id(number), sent, Instant.now(), way);
        for (var subscriber : subscribers.matching(number)) {
            archive.write(subscriber.name(), event);
        }
        for (var subscriber : subscribers.passingMatching(number)) {
            archive.writeOffer(subscriber.name(), event);
        }
        accepted.incrementAndGet();
    }

    /** Whose publisher got no answer, or a bad one: it may have come through all the same. */
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
