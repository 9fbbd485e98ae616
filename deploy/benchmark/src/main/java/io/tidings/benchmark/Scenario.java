package io.tidings.benchmark;

import java.util.Optional;

/** What one row of the table measures. */
sealed interface Scenario {
    /** How it is called on the command line and in the results. */
    String id();

    /** HttpClient 5 and nothing else: the limit that the others are compared with. */
    record ClientAlone() implements Scenario {
        static final String ID = "client";

        @Override
        public String id() {
            return ID;
        }
    }

    /** A delivery worker whose deliveries wait in Kafka when it starts. */
    record WorkerAlone(int subscriptions) implements Scenario {
        private static final String PREFIX = "worker-";

        @Override
        public String id() {
            return PREFIX + subscriptions;
        }
    }

    /** Empty when there is none of this name. */
    static Optional<Scenario> of(String id) {
        if (id.equals(ClientAlone.ID)) {
            return Optional.of(new ClientAlone());
        }
        if (id.matches(WorkerAlone.PREFIX + "[1-9][0-9]{0,4}")) {
            return Optional.of(new WorkerAlone(Integer.parseInt(id.substring(WorkerAlone.PREFIX.length()))));
        }
        return Optional.empty();
    }
}
