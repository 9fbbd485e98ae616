package io.tidings.contract.condition;

import io.tidings.contract.WireName;

/** A moment that is remembered, so that nothing is announced twice. */
public enum AnnouncedMark implements WireName {
    /** The beginning of the probation whose start was announced, until its end is announced. */
    PROBATION,
    /** The beginning of the validation state that was announced last. */
    VALIDATION,
    /** The latest dead letter that an exporter saw. */
    DEAD_LETTERS,
    /** The expiration that was announced. */
    EXPIRATION,
    /** The response that the endpoint is gone, for which the subscription was paused. */
    GONE,
    /** The beginning of the outage of a storage that was announced, until its end is announced. */
    OUTAGE;

    @Override
    public String wireName() {
        return this == DEAD_LETTERS ? "deadLetters" : WireName.super.wireName();
    }
}
