package io.tidings.runtime.kafka;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.KafkaException;

/** Waits for the futures of Kafka's clients. */
public final class KafkaFutures {
    private KafkaFutures() {}

    /**
     * @param doing the operation, for the message of a failure
     * @throws KafkaException as the client reports it, or if the thread is interrupted; the interrupt flag stays set
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
