package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.dispatch.TopicState.Unknown;
import io.tidings.worker.dispatch.TopicState.Writable;
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
 * The states of the Kafka topics that events are delivered to. A state that lets records pass is soon asked for again: a
 * record for a topic that cannot take it would stop the worker, because neither commit nor abort of a transaction ends
 * without the topic. Confined to the poll thread.
 */
public final class TopicStates {
    /** The time for which a writable topic is believed to stay so, if transactions write to it. */
    private static final Duration WRITABLE_FOR = Duration.ofMillis(200);

    private static final Duration OTHERWISE_FOR = Duration.ofSeconds(10);

    private final Function<String, CompletionStage<TopicState>> lookup;
    private final Executor pollThread;
    private final Supplier<ClockReading> clock;
    private final Duration writableFor;
    private final Map<String, KnownTopic> topics = new HashMap<>();

    private static final class KnownTopic {
        private @Nullable TopicState state;
        private @Nullable ClockReading known;
        private boolean asked;
        private List<BiConsumer<TopicState, ClockReading>> waiting = new ArrayList<>();
    }

    public TopicStates(
            Function<String, CompletionStage<TopicState>> lookup, Executor pollThread, Supplier<ClockReading> clock) {
        this(lookup, pollThread, clock, WRITABLE_FOR);
    }

    private TopicStates(
            Function<String, CompletionStage<TopicState>> lookup,
            Executor pollThread,
            Supplier<ClockReading> clock,
            Duration writableFor) {
        this.lookup = lookup;
        this.pollThread = pollThread;
        this.clock = clock;
        this.writableFor = writableFor;
    }

    /** Returns the states of another cluster's topics. No transaction writes to them, so a stale state stops nothing. */
    static TopicStates ofOtherCluster(
            Function<String, CompletionStage<TopicState>> lookup, Executor pollThread, Supplier<ClockReading> clock) {
        return new TopicStates(lookup, pollThread, clock, OTHERWISE_FOR);
    }

    /** Passes the state on: now if it is known, else when the brokers have responded. */
    public void of(String name, ClockReading now, BiConsumer<TopicState, ClockReading> next) {
        var topic = topics.computeIfAbsent(name, _ -> new KnownTopic());
        var state = topic.state;
        var known = topic.known;
        if (state != null
                && known != null
                && now.since(known).compareTo(state instanceof Writable ? writableFor : OTHERWISE_FOR) < 0) {
            next.accept(state, now);
        } else {
            topic.waiting.add(next);
            ask(name, topic);
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
