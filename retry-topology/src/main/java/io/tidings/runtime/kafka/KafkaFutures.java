package io.tidings.runtime.kafka;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.KafkaException;

/** Waits for what Kafka's clients promise. */
public final class KafkaFutures {
    private KafkaFutures() {}

    /**
     * The promised value.
     *
     * @param doing what is being done, for the message of a failure
     * @throws KafkaException as the client reports it, or when the thread is interrupted, which it then still is
     */
    public static <T> T await(Future<T> promise, String doing) {
        try {
            return promise.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka
                    ? kafka
                    : new KafkaException(doing + " failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while " + doing, e);
        }
    }
}
