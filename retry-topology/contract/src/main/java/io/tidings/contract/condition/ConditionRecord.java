package io.tidings.contract.condition;

import io.tidings.contract.SubscriptionKey;
import java.time.Instant;

/** A record of the conditions topic; the newest of each key counts. */
public sealed interface ConditionRecord {
    /** The key of the Kafka record. */
    String key();

    /**
     * Written by exporters, at most once a minute for a subscription.
     *
     * @param latest the append time of a dead letter
     */
    record DeadLettersSeen(SubscriptionKey subscription, String uid, Instant latest) implements ConditionRecord {
        static final String PREFIX = "dead-letters/";

        @Override
        public String key() {
            return keyOf(subscription);
        }

        static String keyOf(SubscriptionKey subscription) {
            return PREFIX + subscription;
        }
    }

    /** Written by exporters when a storage stops accepting blobs, and when it accepts them again. */
    record StorageSeen(StorageName storage, boolean available, Instant since) implements ConditionRecord {
        static final String PREFIX = "storage/";

        @Override
        public String key() {
            return PREFIX + storage;
        }
    }

    /** Written by the ingest service that publishes system events. */
    record SubscriptionAnnounced(SubscriptionKey subscription, String uid, AnnouncedState state)
            implements ConditionRecord {
        static final String PREFIX = "announced/subscription/";

        @Override
        public String key() {
            return keyOf(subscription);
        }

        static String keyOf(SubscriptionKey subscription) {
            return PREFIX + subscription;
        }
    }

    /** Written by the ingest service that publishes system events. */
    record StorageAnnounced(StorageName storage, AnnouncedState state) implements ConditionRecord {
        static final String PREFIX = "announced/storage/";

        @Override
        public String key() {
            return keyOf(storage);
        }

        static String keyOf(StorageName storage) {
            return PREFIX + storage;
        }
    }

    /** Written once: earlier conditions were noted without being announced. */
    record AnnouncementsBegun(Instant since) implements ConditionRecord {
        static final String KEY = "announced/begun";

        @Override
        public String key() {
            return KEY;
        }
    }
}
