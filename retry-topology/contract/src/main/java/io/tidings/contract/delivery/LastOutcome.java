package io.tidings.contract.delivery;

import io.tidings.contract.WireName;

/** The end of the latest attempt, by the name Event Grid gives it (B-OUT, reference §8). */
public enum LastOutcome implements WireName.Capitalized {
    BAD_REQUEST,
    UNAUTHORIZED,
    FORBIDDEN,
    NOT_FOUND,
    TIMED_OUT,
    PAYLOAD_TOO_LARGE,
    BUSY,
    SOCKET_ERROR,
    RESOLUTION_ERROR,
    GENERIC_ERROR,
    PROBATION,
    DELIVERING,
    ABORTED,
    CANCELED
}
