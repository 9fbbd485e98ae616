package io.tidings.contract.subscription;

import io.tidings.contract.lane.Lanes;
import io.tidings.contract.lane.OrderBy;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of a subscription beyond Event Grid's features ({@code properties.tidings}).
 *
 * @param signing null if requests are not signed
 * @param attempts null if the worker's setting applies
 * @param lanes partition numbers that its deliveries spread over (B-LANE-1)
 * @param orderBy null if its deliveries are sent in no order (B-LANE-2)
 * @param secretPath whether the path of the endpoint is a secret, like its query
 * @param deadLetterTopic the name, in the settings, of a Kafka topic that gets its dead letters; null for none (B-DLQ-8)
 * @param limits null if its requests are not limited (B-LIMIT)
 */
public record Extensions(
        @Nullable Signing signing,
        Authentication authentication,
        RetryProfile retry,
        Recovery recovery,
        @Nullable AttemptLogging attempts,
        int lanes,
        @Nullable OrderBy orderBy,
        boolean secretPath,
        @Nullable String deadLetterTopic,
        @Nullable RequestLimits limits) {
    public static final Extensions NONE = new Extensions(
            null, Authentication.NONE, RetryProfile.DEFAULT, Recovery.FORWARD, null, 1, null, false, null, null);

    public Extensions {
        if (lanes < 1 || lanes > Lanes.MOST) {
            throw new IllegalArgumentException(lanes + " lanes");
        }
    }

    public Extensions with(@Nullable Signing other) {
        return new Extensions(
                other, authentication, retry, recovery, attempts, lanes, orderBy, secretPath, deadLetterTopic, limits);
    }

    public Extensions with(Authentication other) {
        return new Extensions(
                signing, other, retry, recovery, attempts, lanes, orderBy, secretPath, deadLetterTopic, limits);
    }

    public Extensions with(RetryProfile other) {
        return new Extensions(
                signing,
                authentication,
                other,
                recovery,
                attempts,
                lanes,
                orderBy,
                secretPath,
                deadLetterTopic,
                limits);
    }

    public Extensions with(AttemptLogging other) {
        return new Extensions(
                signing, authentication, retry, recovery, other, lanes, orderBy, secretPath, deadLetterTopic, limits);
    }

    public Extensions withLanes(int other) {
        return new Extensions(
                signing,
                authentication,
                retry,
                recovery,
                attempts,
                other,
                orderBy,
                secretPath,
                deadLetterTopic,
                limits);
    }

    public Extensions with(OrderBy other) {
        return new Extensions(
                signing, authentication, retry, recovery, attempts, lanes, other, secretPath, deadLetterTopic, limits);
    }

    public Extensions withSecretPath() {
        return new Extensions(
                signing, authentication, retry, recovery, attempts, lanes, orderBy, true, deadLetterTopic, limits);
    }

    public Extensions withDeadLetterTopic(String other) {
        return new Extensions(
                signing, authentication, retry, recovery, attempts, lanes, orderBy, secretPath, other, limits);
    }

    public Extensions with(RequestLimits other) {
        return new Extensions(
                signing, authentication, retry, recovery, attempts, lanes, orderBy, secretPath, deadLetterTopic, other);
    }
}
