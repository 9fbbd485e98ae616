package io.tidings.ingest.reconcile;

import java.util.HashMap;
import java.util.Map;

/** The starts in the past that have a job at the moment. Confined to one thread. */
public final class StartSlots {
    /** The note of a partition's commit has a marker of each of them, and room for twice as many. */
    static final int MOST = 16;

    /** The starts of one topic must not keep those of others waiting for days. */
    static final int OF_ONE_TOPIC = MOST / 4;

    /** For operators. */
    public static final String WAITS =
            "waits for its job: at most %d starts have one, and %d of a topic".formatted(MOST, OF_ONE_TOPIC);

    private final Map<String, Integer> byTopic = new HashMap<>();
    private int all;

    void taken(String topic) {
        byTopic.merge(topic, 1, Integer::sum);
        all++;
    }

    /** Returns false if there is none left. */
    boolean take(String topic) {
        boolean free = all < MOST && byTopic.getOrDefault(topic, 0) < OF_ONE_TOPIC;
        if (free) {
            taken(topic);
        }
        return free;
    }
}
