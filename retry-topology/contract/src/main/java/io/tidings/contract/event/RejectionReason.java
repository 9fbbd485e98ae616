package io.tidings.contract.event;

import io.tidings.contract.WireName;

/** The reason why a publication cannot be matched; {@code tidings-reason} on the rejected topic (B-PUB-3). */
public enum RejectionReason implements WireName.Capitalized {
    NO_TOPIC,
    UNKNOWN_TOPIC,
    WRONG_TOPIC,
    WRONG_SCHEMA,
    /** The data breaks the schema of its event's type. */
    SCHEMA_MISMATCH,
    INVALID_JSON,
    INVALID_EVENT,
    TOO_LARGE,
    UNKNOWN_FORMAT,
    INVALID_DELIVERY,
    TOO_MANY_HOPS,
    /** One with the same key came shortly before (B-DEDUP-3). */
    DUPLICATE,
    /** The process ended each time it was begun. */
    UNPROCESSABLE
}
