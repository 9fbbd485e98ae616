package io.tidings.contract.delivery;

import java.util.Arrays;
import java.util.Optional;

/** Why an event was given up (B-DLQ-2). */
public enum DeadLetterReason {
    MAX_DELIVERY_ATTEMPTS_EXCEEDED("MaxDeliveryAttemptsExceeded"),
    TIME_TO_LIVE_EXCEEDED("TimeToLiveExceeded"),
    BAD_REQUEST("UndeliverableDueToHttpBadRequest"),
    UNAUTHORIZED("UndeliverableDueToHttpUnauthorized"),
    FORBIDDEN("UndeliverableDueToHttpForbidden"),
    PAYLOAD_TOO_LARGE("UndeliverableDueToHttpRequestEntityTooLarge");

    private final String wireName;

    DeadLetterReason(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<DeadLetterReason> of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.wireName.equals(word))
                .findFirst();
    }
}
