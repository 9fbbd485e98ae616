package io.tidings.contract.extension;

import org.jspecify.annotations.Nullable;

/**
 * What a subscription asks for beyond Event Grid's features ({@code properties.tidings}).
 *
 * @param signing null if requests are not signed
 */
public record Extensions(
        @Nullable Signing signing, Authentication authentication, RetryProfile retry, Recovery recovery) {
    public static final Extensions NONE =
            new Extensions(null, Authentication.NONE, RetryProfile.DEFAULT, Recovery.FORWARD);

    public Extensions with(@Nullable Signing other) {
        return new Extensions(other, authentication, retry, recovery);
    }

    public Extensions with(Authentication other) {
        return new Extensions(signing, other, retry, recovery);
    }

    public Extensions with(RetryProfile other) {
        return new Extensions(signing, authentication, other, recovery);
    }
}
