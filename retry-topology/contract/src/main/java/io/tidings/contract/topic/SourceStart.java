package io.tidings.contract.topic;

import io.tidings.contract.WireName;

/** The choice which of the records are read that exist when a source is taken up. */
public enum SourceStart implements WireName {
    /** None of them. */
    LATEST,
    /** All that the topic still holds. */
    EARLIEST
}
