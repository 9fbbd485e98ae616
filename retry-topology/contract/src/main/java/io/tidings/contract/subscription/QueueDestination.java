package io.tidings.contract.subscription;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue: its events wait until receivers fetch them over HTTP, and until these acknowledge them (B-PULL).
 *
 * @param lock how long a received event is handed out to nobody else
 * @param maxDeliveryCount hand-outs after which an event is given up
 * @param eventTimeToLive from publication; null for the service's default
 */
public record QueueDestination(
        Duration lock, int maxDeliveryCount, @Nullable Duration eventTimeToLive) implements Destination {
    public static final Duration SHORTEST_LOCK = Duration.ofMinutes(1);
    public static final Duration LONGEST_LOCK = Duration.ofMinutes(5);
    public static final int MOST_DELIVERIES = 10;

    /** The time after the hand-out of an event in which its lock may be renewed, and the longest that it lasts. */
    public static final Duration LONGEST_RENEWED = Duration.ofHours(1);

    public QueueDestination {
        if (lock.compareTo(SHORTEST_LOCK) < 0 || lock.compareTo(LONGEST_LOCK) > 0) {
            throw new IllegalArgumentException("a lock of " + lock);
        }
        if (maxDeliveryCount < 1 || maxDeliveryCount > MOST_DELIVERIES) {
            throw new IllegalArgumentException(maxDeliveryCount + " deliveries");
        }
    }

    @Override
    public URI endpoint() {
        return URI.create("queue:receivers");
    }

    @Override
    public List<DeliveryAttribute> attributes() {
        return List.of();
    }

    @Override
    public String displayName() {
        return "a queue";
    }
}
