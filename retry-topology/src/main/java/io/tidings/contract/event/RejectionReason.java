package io.tidings.contract.event;

/** Why a publication cannot be matched; {@code tidings-reason} on the rejected topic (B-PUB-3). */
public enum RejectionReason {
    NO_TOPIC("NoTopic"),
    UNKNOWN_TOPIC("UnknownTopic"),
    WRONG_TOPIC("WrongTopic"),
    WRONG_SCHEMA("WrongSchema"),
    INVALID_JSON("InvalidJson"),
    INVALID_EVENT("InvalidEvent"),
    TOO_LARGE("TooLarge"),
    UNKNOWN_FORMAT("UnknownFormat"),
    INVALID_DELIVERY("InvalidDelivery"),
    TOO_MANY_HOPS("TooManyHops"),
    /** The process ended each time it was begun. */
    UNPROCESSABLE("Unprocessable");

    private final String wireName;

    RejectionReason(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }
}
