package io.tidings.timeline.query;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** The streams of the present session; none between two sessions. Thread-safe. */
public final class PresentStreams {
    private final AtomicReference<@Nullable KafkaStreams> present = new AtomicReference<>();

    public void begin(KafkaStreams streams) {
        present.set(streams);
    }

    public void end(KafkaStreams streams) {
        present.compareAndSet(streams, null);
    }

    Optional<KafkaStreams> now() {
        return Optional.ofNullable(present.get());
    }
}
