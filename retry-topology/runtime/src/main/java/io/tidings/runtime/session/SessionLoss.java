package io.tidings.runtime.session;

import io.tidings.contract.WireName;
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

/** The reason why a session with the brokers was lost. */
public enum SessionLoss implements WireName {
    /** Another member or producer has our id: a second process, or an earlier request of our own. */
    FENCED,
    TIMEOUT,
    /** The broker has ended our transaction, or its outcome is unknown. */
    TRANSACTION,
    /** Any other failure that a Kafka client reports. */
    OTHER;

    private static final String UNRESOLVED = "No resolvable bootstrap urls";

    /**
     * Returns empty if a new session would fail in the same way: a bug, an error of the JVM, settings, credentials,
     * which are read only when a process starts, or an incompatible version of the brokers.
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

    /** Kafka reports a host name that cannot be resolved, as while no broker runs, like an invalid setting. */
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
