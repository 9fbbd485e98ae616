package io.tidings.contract.delivery;

import java.util.List;
import java.util.Optional;

/** The reason why an event was given up (B-DLQ-2, B-PROFILE-2). */
public record DeadLetterReason(String wireName) {
    private static final String STATUS = "UndeliverableDueToHttp";

    public static final DeadLetterReason MAX_DELIVERY_ATTEMPTS_EXCEEDED =
            new DeadLetterReason("MaxDeliveryAttemptsExceeded");
    public static final DeadLetterReason TIME_TO_LIVE_EXCEEDED = new DeadLetterReason("TimeToLiveExceeded");
    /** A receiver of its queue has rejected it (B-PULL-1). */
    public static final DeadLetterReason REJECTED_BY_RECEIVER = new DeadLetterReason("RejectedByReceiver");

    public static final DeadLetterReason BAD_REQUEST = ofStatus(400);
    public static final DeadLetterReason UNAUTHORIZED = ofStatus(401);
    public static final DeadLetterReason FORBIDDEN = ofStatus(403);
    public static final DeadLetterReason PAYLOAD_TOO_LARGE = ofStatus(413);

    /** The reasons that every subscription may have. Others are those of statuses that a subscription does not retry. */
    public static final List<DeadLetterReason> USUAL = List.of(
            MAX_DELIVERY_ATTEMPTS_EXCEEDED,
            TIME_TO_LIVE_EXCEEDED,
            REJECTED_BY_RECEIVER,
            BAD_REQUEST,
            UNAUTHORIZED,
            FORBIDDEN,
            PAYLOAD_TOO_LARGE);

    /** The endpoint responded with a status that is not retried. */
    public static DeadLetterReason ofStatus(int status) {
        return new DeadLetterReason(STATUS + StatusName.of(status));
    }

    /** Returns empty for a word that no release writes. */
    public static Optional<DeadLetterReason> of(String word) {
        boolean known = word.startsWith(STATUS)
                ? StatusName.exists(word.substring(STATUS.length()))
                : USUAL.stream().anyMatch(each -> each.wireName.equals(word));
        return known ? Optional.of(new DeadLetterReason(word)) : Optional.empty();
    }
}
