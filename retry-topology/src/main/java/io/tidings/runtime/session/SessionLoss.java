package io.tidings.runtime.session;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Why a session with the brokers was lost, as far as a new session can repair it. */
public enum SessionLoss {
    /** Another member of the group, or another producer, has our id: a second process, or an earlier request of ours. */
    FENCED,
    /** The brokers did not respond in time. */
    TIMEOUT,
    /** The broker has ended our transaction, or nobody knows how it has ended. */
    TRANSACTION,
    /** Anything else that a Kafka client reports. */
    OTHER;

    private static final String UNRESOLVED = "No resolvable bootstrap urls";

    /** Returns the loss in logs and metrics. */
    public String wireName() {
        return switch (this) {
            case FENCED -> "fenced";
            case TIMEOUT -> "timeout";
            case TRANSACTION -> "transaction";
            case OTHER -> "other";
        };
    }

    /**
     * Returns the loss that a failure means; empty when a new session would fail in the same way: a bug, an error of
     * the JVM, settings, credentials, which are read only when a process starts, or brokers of another age.
     */
    public static Optional<SessionLoss> of(Throwable failure) {
        return hopeless(failure) ? Optional.empty() : Optional.of(kind(failure));
    }

    private static boolean hopeless(Throwable failure) {
        return !(failure instanceof KafkaException)
                || in(failure, Error.class)
                || in(failure, AuthenticationException.class)
                || in(failure, UnsupportedVersionException.class)
                || invalidSetting(failure)
                || in(failure, InterruptException.class)
                || in(failure, InterruptedException.class);
    }

    /** Kafka says the same of a setting as of a name that cannot be resolved, as while no broker is there to have it. */
    private static boolean invalidSetting(Throwable failure) {
        return first(failure, ConfigException.class)
                .filter(invalid -> !String.valueOf(invalid.getMessage()).startsWith(UNRESOLVED))
                .isPresent();
    }

    private static SessionLoss kind(Throwable failure) {
        if (in(failure, FencedInstanceIdException.class) || in(failure, ProducerFencedException.class)) {
            return FENCED;
        }
        if (in(failure, InvalidProducerEpochException.class) || in(failure, InvalidTxnStateException.class)) {
            return TRANSACTION;
        }
        return in(failure, TimeoutException.class) ? TIMEOUT : OTHER;
    }

    private static boolean in(Throwable failure, Class<? extends Throwable> kind) {
        return first(failure, kind).isPresent();
    }

    private static <T extends Throwable> Optional<T> first(Throwable failure, Class<T> kind) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return Optional.of(kind.cast(each));
            }
        }
        return Optional.empty();
    }
}
