package io.tidings.contract.topic;

import io.tidings.contract.WireName;

/** Which records that exist when a source is taken up are read. */
public enum SourceStart implements WireName {
    /** None of them. */
    LATEST,
    /** All that the topic still holds. */
    EARLIEST
}
