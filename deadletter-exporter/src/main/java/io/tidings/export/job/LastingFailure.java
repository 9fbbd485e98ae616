package io.tidings.export.job;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Recognises what Kafka refuses however often a job tries it. Pure. */
final class LastingFailure {
    private LastingFailure() {}

    /** Returns the reason for operators; a producer wraps the failure of a record. */
    static Optional<String> of(KafkaException failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException) {
                return Optional.of("deadletter-exporter lacks rights in Kafka (" + cause.getMessage()
                        + "); docs/security.md lists the ACLs that it needs");
            }
            if (cause instanceof RecordTooLargeException) {
                return Optional.of("a record is too large for Kafka: " + cause.getMessage());
            }
        }
        return Optional.empty();
    }
}
