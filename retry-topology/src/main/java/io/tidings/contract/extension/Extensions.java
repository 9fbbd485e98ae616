package io.tidings.contract.extension;

import org.jspecify.annotations.Nullable;

/**
 * What a subscription asks for beyond Event Grid's features ({@code properties.tidings}).
 *
 * @param signing null if requests are not signed
 * @param attempts null if the worker's setting applies
 */
public record Extensions(
        @Nullable Signing signing,
        Authentication authentication,
        RetryProfile retry,
        Recovery recovery,
        @Nullable AttemptLogging attempts) {
    public static final Extensions NONE =
            new Extensions(null, Authentication.NONE, RetryProfile.DEFAULT, Recovery.FORWARD, null);

    public Extensions with(@Nullable Signing other) {
        return new Extensions(other, authentication, retry, recovery, attempts);
    }

    public Extensions with(Authentication other) {
        return new Extensions(signing, other, retry, recovery, attempts);
    }

    public Extensions with(RetryProfile other) {
        return new Extensions(signing, authentication, other, recovery, attempts);
    }

    public Extensions with(AttemptLogging other) {
        return new Extensions(signing, authentication, retry, recovery, other);
    }
}
