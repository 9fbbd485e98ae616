package io.tidings.contract.delivery;

import java.util.Optional;

/** How the latest attempt ended, by the name Event Grid gives it (B-OUT, reference §8). */
public enum LastOutcome {
    BAD_REQUEST("BadRequest"),
    UNAUTHORIZED("Unauthorized"),
    FORBIDDEN("Forbidden"),
    NOT_FOUND("NotFound"),
    TIMED_OUT("TimedOut"),
    PAYLOAD_TOO_LARGE("PayloadTooLarge"),
    BUSY("Busy"),
    SOCKET_ERROR("SocketError"),
    RESOLUTION_ERROR("ResolutionError"),
    GENERIC_ERROR("GenericError"),
    PROBATION("Probation"),
    DELIVERING("Delivering"),
    ABORTED("Aborted"),
    CANCELED("Canceled");

    private final String wireName;

    LastOutcome(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<LastOutcome> of(String word) {
        for (var outcome : values()) {
            if (outcome.wireName.equals(word)) {
                return Optional.of(outcome);
            }
        }
        return Optional.empty();
    }
}
