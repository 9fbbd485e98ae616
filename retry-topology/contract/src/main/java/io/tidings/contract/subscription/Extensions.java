package io.tidings.contract.subscription;

import io.tidings.contract.lane.Lanes;
import io.tidings.contract.lane.OrderBy;
import java.util.function.Consumer;
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
 * @param gone what a response 410 does (B-GONE)
 * @param whilePaused whether what waits expires in a pause (B-PAUSE)
 * @param start the first events that it gets when it is new (B-START)
 * @param agent null unless an agent made it over MCP (B-MCP)
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
        @Nullable RequestLimits limits,
        Gone gone,
        WhilePaused whilePaused,
        Start start,
        @Nullable Agent agent) {
    public static final Extensions NONE = new Extensions(
            null,
            Authentication.NONE,
            RetryProfile.DEFAULT,
            Recovery.FORWARD,
            null,
            1,
            null,
            false,
            null,
            null,
            Gone.RETRY,
            WhilePaused.EXPIRE,
            Start.NOW,
            null);

    public Extensions {
        if (lanes < 1 || lanes > Lanes.MOST) {
            throw new IllegalArgumentException(lanes + " lanes");
        }
    }

    /** The members, to be changed one by one. */
    private static final class Members {
        private @Nullable Signing signing;
        private Authentication authentication;
        private RetryProfile retry;
        private final Recovery recovery;
        private @Nullable AttemptLogging attempts;
        private int lanes;
        private @Nullable OrderBy orderBy;
        private boolean secretPath;
        private @Nullable String deadLetterTopic;
        private @Nullable RequestLimits limits;
        private Gone gone;
        private WhilePaused whilePaused;
        private Start start;
        private @Nullable Agent agent;

        Members(Extensions from) {
            signing = from.signing;
            authentication = from.authentication;
            retry = from.retry;
            recovery = from.recovery;
            attempts = from.attempts;
            lanes = from.lanes;
            orderBy = from.orderBy;
            secretPath = from.secretPath;
            deadLetterTopic = from.deadLetterTopic;
            limits = from.limits;
            gone = from.gone;
            whilePaused = from.whilePaused;
            start = from.start;
            agent = from.agent;
        }
    }

    private Extensions changed(Consumer<Members> change) {
        var to = new Members(this);
        change.accept(to);
        return new Extensions(
                to.signing,
                to.authentication,
                to.retry,
                to.recovery,
                to.attempts,
                to.lanes,
                to.orderBy,
                to.secretPath,
                to.deadLetterTopic,
                to.limits,
                to.gone,
                to.whilePaused,
                to.start,
                to.agent);
    }

    public Extensions with(@Nullable Signing other) {
        return changed(to -> to.signing = other);
    }

    public Extensions with(Authentication other) {
        return changed(to -> to.authentication = other);
    }

    public Extensions with(RetryProfile other) {
        return changed(to -> to.retry = other);
    }

    public Extensions with(AttemptLogging other) {
        return changed(to -> to.attempts = other);
    }

    public Extensions withLanes(int other) {
        return changed(to -> to.lanes = other);
    }

    public Extensions with(OrderBy other) {
        return changed(to -> to.orderBy = other);
    }

    public Extensions withSecretPath() {
        return changed(to -> to.secretPath = true);
    }

    public Extensions withDeadLetterTopic(String other) {
        return changed(to -> to.deadLetterTopic = other);
    }

    public Extensions with(RequestLimits other) {
        return changed(to -> to.limits = other);
    }

    public Extensions with(Gone other) {
        return changed(to -> to.gone = other);
    }

    public Extensions with(WhilePaused other) {
        return changed(to -> to.whilePaused = other);
    }

    public Extensions with(Start other) {
        return changed(to -> to.start = other);
    }

    public Extensions with(Agent other) {
        return changed(to -> to.agent = other);
    }
}
