package io.tidings.topology.source;

import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.topology.match.ResourceTables;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The sources of the tables that matching uses now. Written by the readers of tables; thread-safe. */
final class PresentSources {
    private final AllowedSources allowed;
    private Optional<Known> known = Optional.empty();

    /** @param topics by Kafka topic */
    record Known(ResourceTables tables, Map<String, SourcedTopic> topics) {}

    PresentSources(AllowedSources allowed) {
        this.allowed = allowed;
    }

    /** @param tables empty while none are known */
    synchronized void use(Optional<ResourceTables> tables) {
        known = tables.map(each -> new Known(each, SourcedTopic.byKafkaTopic(each.topics(), allowed)));
        notifyAll();
    }

    /** Empty while no tables are known: nothing can be matched then. */
    synchronized Optional<Known> known() {
        return known;
    }

    synchronized boolean any() {
        return known.isPresent() && !known.get().topics().isEmpty();
    }

    /** Makes the threads that wait look again. */
    synchronized void wake() {
        notifyAll();
    }

    /** Returns when there is a source, or when the thread must not wait any longer. */
    synchronized void awaitAny(BooleanSupplier waiting) throws InterruptedException {
        while (!any() && waiting.getAsBoolean()) {
            wait();
        }
    }

    /** Returns after the next change, after a while, or when the thread must not wait any longer. */
    synchronized void awaitChange(BooleanSupplier waiting, Duration longest) throws InterruptedException {
        var seen = known;
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toMillis();
                left > 0 && known.equals(seen) && waiting.getAsBoolean();
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }
}
