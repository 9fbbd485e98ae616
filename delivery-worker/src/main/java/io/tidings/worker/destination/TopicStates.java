package io.tidings.worker.destination;

import io.tidings.contract.ClockReading;
import io.tidings.worker.destination.TopicState.Unknown;
import io.tidings.worker.destination.TopicState.Writable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The states of the Kafka topics that events are delivered to. Brokers are asked in the background; only a state that
 * stops deliveries, or is old, is waited for. Confined to the poll thread.
 */
public final class TopicStates {
    private static final Duration FRESH = Duration.ofSeconds(10);
    private static final Duration USABLE = Duration.ofMinutes(1);

    private final Function<String, CompletionStage<TopicState>> lookup;
    private final Executor pollThread;
    private final Supplier<ClockReading> clock;
    private final Map<String, KnownTopic> topics = new HashMap<>();

    private static final class KnownTopic {
        private @Nullable TopicState state;
        private @Nullable ClockReading known;
        private boolean asked;
        private List<BiConsumer<TopicState, ClockReading>> waiting = new ArrayList<>();
    }

    public TopicStates(
            Function<String, CompletionStage<TopicState>> lookup, Executor pollThread, Supplier<ClockReading> clock) {
        this.lookup = lookup;
        this.pollThread = pollThread;
        this.clock = clock;
    }

    /** Passes the state on: now if it is known, else when the brokers have responded. */
    public void of(String name, ClockReading now, BiConsumer<TopicState, ClockReading> next) {
        var topic = topics.computeIfAbsent(name, _ -> new KnownTopic());
        var age = topic.known == null ? USABLE : now.since(topic.known);
        if (age.compareTo(FRESH) >= 0) {
            ask(name, topic);
        }
        var state = topic.state;
        if (state != null && age.compareTo(state instanceof Writable ? USABLE : FRESH) < 0) {
            next.accept(state, now);
        } else {
            topic.waiting.add(next);
        }
    }

    /** Has brokers asked again before the next record, because they refused one. */
    public void doubt(String name) {
        var topic = topics.get(name);
        if (topic != null) {
            topic.known = null;
        }
    }

    private void ask(String name, KnownTopic topic) {
        if (!topic.asked) {
            topic.asked = true;
            var _ = lookup.apply(name)
                    .exceptionally(_ -> new Unknown())
                    .thenAccept(state -> pollThread.execute(() -> told(topic, state)));
        }
    }

    private void told(KnownTopic topic, TopicState state) {
        var now = clock.get();
        var waiting = topic.waiting;
        topic.asked = false;
        topic.waiting = new ArrayList<>();
        if (!(state instanceof Unknown)) {
            topic.state = state;
            topic.known = now;
        }
        waiting.forEach(next -> next.accept(state, now));
    }
}
