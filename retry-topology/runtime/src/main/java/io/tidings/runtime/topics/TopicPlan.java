package io.tidings.runtime.topics;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Kafka topic that Tidings needs.
 *
 * @param partitions to create it with
 * @param fit which numbers an existing topic may have
 * @param settings to create it with
 * @param neededRetention the shortest that loses nothing; zero for compacted topics
 */
record TopicPlan(
        String name, int partitions, Fit fit, Cleanup cleanup, Map<String, String> settings, Duration neededRetention) {
    private static final Duration RETENTION = Duration.ofDays(7);
    private static final Duration AUDIT_RETENTION = Duration.ofDays(90);
    static final Duration DAY = Duration.ofDays(1);
    /** The longest time to live without a retry profile (B-RETRY-4). */
    private static final Duration USUAL_TIME_TO_LIVE = DAY;

    private static final String SEGMENT_MS = Long.toString(Duration.ofHours(1).toMillis());

    /** No retention by size, which would delete even recent records that were not read. */
    static final String UNLIMITED = "-1";

    /** The permitted number of partitions of an existing topic, compared with the plan. */
    enum Fit {
        EXACTLY,
        /** More while the partitions grow: {@code deliveries} is the last to get them (B-LANE-3). */
        AT_LEAST,
        ANY;

        boolean allows(int partitions, int planned) {
            return switch (this) {
                case EXACTLY -> partitions == planned;
                case AT_LEAST -> partitions >= planned;
                case ANY -> true;
            };
        }
    }

    enum Cleanup {
        DELETE("delete"),
        COMPACT("compact"),
        COMPACT_AND_DELETE("compact,delete");

        private final String policy;

        Cleanup(String policy) {
            this.policy = policy;
        }

        String policy() {
            return policy;
        }
    }

    TopicPlan {
        settings = Map.copyOf(settings);
    }

    static List<TopicPlan> of(Topics topics, int partitions, Duration deadLetterDelay) {
        var plans = new ArrayList<TopicPlan>();
        var needed = neededFor(USUAL_TIME_TO_LIVE, deadLetterDelay);
        plans.add(deleted(topics.events(), partitions, needed, false));
        for (var name : topics.ladder()) {
            plans.add(deleted(name, partitions, needed, true));
        }
        plans.add(deleted(topics.waiting(), partitions, Duration.ZERO, true)); // written again before it is too old
        plans.add(deleted(topics.waitingIndex(), partitions, Duration.ZERO, true));
        plans.add(deleted(topics.deadLetters(), partitions, needed, false));
        plans.add(deleted(topics.attempts(), partitions, Duration.ZERO, false));
        plans.add(deleted(topics.exports(), partitions, Duration.ZERO, false));
        plans.add(ofOneDay(topics.stats(), partitions));
        plans.add(deleted(topics.rejected(), partitions, Duration.ZERO, false));
        plans.add(firstEvents(topics.deduplication(), partitions));
        // The retention is the operator's decision, for nothing but people needs its records.
        plans.add(deleted(topics.audit(), 1, Duration.ZERO, false)
                .with("retention.ms", Long.toString(AUDIT_RETENTION.toMillis())));
        plans.add(compacted(topics.topics(), 1, Fit.EXACTLY));
        plans.add(compacted(topics.subscriptions(), 1, Fit.EXACTLY));
        plans.add(compacted(topics.probation(), partitions, Fit.AT_LEAST));
        plans.add(compactedSoon(topics.counts(), partitions, Fit.AT_LEAST));
        plans.add(compactedSoon(topics.starts(), 1, Fit.EXACTLY));
        // It has many records of one key, and Kafka compacts nothing of the segment that it writes.
        plans.add(compacted(topics.jobs(), 1, Fit.EXACTLY).with("segment.ms", SEGMENT_MS));
        plans.add(compacted(topics.conditions(), 1, Fit.EXACTLY));
        return plans;
    }

    /** Returns the shortest retention with which no event that lives so long is lost. */
    static Duration neededFor(Duration timeToLive, Duration deadLetterDelay) {
        return timeToLive.plus(deadLetterDelay).plus(DAY);
    }

    /** Returns whether every program has checked at its start that topics keep events which live so long. */
    static boolean checkedAtStart(Duration timeToLive) {
        return timeToLive.compareTo(USUAL_TIME_TO_LIVE) <= 0;
    }

    /** @param ladder whether committed records are purged, for which small segments are better */
    private static TopicPlan deleted(String name, int partitions, Duration needed, boolean ladder) {
        var settings = common();
        settings.put("cleanup.policy", Cleanup.DELETE.policy());
        settings.put("retention.ms", Long.toString(RETENTION.toMillis()));
        settings.put("retention.bytes", UNLIMITED);
        if (ladder) {
            settings.put("segment.bytes", Integer.toString(16 * 1024 * 1024));
            settings.put("segment.index.bytes", Integer.toString(1024 * 1024));
        }
        return new TopicPlan(name, partitions, ladder ? Fit.AT_LEAST : Fit.ANY, Cleanup.DELETE, settings, needed);
    }

    private static TopicPlan compacted(String name, int partitions, Fit fit) {
        var settings = common();
        settings.put("cleanup.policy", Cleanup.COMPACT.policy());
        settings.put("min.compaction.lag.ms", Long.toString(DAY.toMillis()));
        return new TopicPlan(name, partitions, fit, Cleanup.COMPACT, settings, Duration.ZERO);
    }

    /** For many records of one key that are read before a partition is started. */
    private static TopicPlan compactedSoon(String name, int partitions, Fit fit) {
        var settings = common();
        settings.put("cleanup.policy", Cleanup.COMPACT.policy());
        settings.put("segment.ms", SEGMENT_MS);
        settings.put("segment.bytes", Integer.toString(2 * 1024 * 1024));
        return new TopicPlan(name, partitions, fit, Cleanup.COMPACT, settings, Duration.ZERO);
    }

    /** Twice the longest window (B-DEDUP-3): matching may be behind. What is missing makes no event a duplicate. */
    private static TopicPlan firstEvents(String name, int partitions) {
        return deleted(name, partitions, Duration.ZERO, false)
                .with("retention.ms", Long.toString(DAY.multipliedBy(2).toMillis()))
                .with("segment.ms", SEGMENT_MS);
    }

    /** Kafka deletes and compacts nothing of the segment that it writes. */
    private static TopicPlan ofOneDay(String name, int partitions) {
        var settings = common();
        settings.put("cleanup.policy", Cleanup.COMPACT_AND_DELETE.policy());
        settings.put("retention.ms", Long.toString(DAY.toMillis()));
        settings.put("segment.ms", SEGMENT_MS);
        return new TopicPlan(name, partitions, Fit.ANY, Cleanup.COMPACT_AND_DELETE, settings, Duration.ZERO);
    }

    private TopicPlan with(String setting, String value) {
        var changed = new TreeMap<>(settings);
        changed.put(setting, value);
        return new TopicPlan(name, partitions, fit, cleanup, changed, neededRetention);
    }

    private static Map<String, String> common() {
        var settings = new TreeMap<String, String>();
        settings.put("message.timestamp.type", "LogAppendTime");
        settings.put("max.message.bytes", Integer.toString(KafkaClients.MAX_RECORD_BYTES));
        return settings;
    }
}
