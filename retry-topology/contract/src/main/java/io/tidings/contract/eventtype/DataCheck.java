package io.tidings.contract.eventtype;

import io.tidings.contract.WireName;

/** What follows from data that breaks the schema of its event's type (B-TYPE-1). */
public enum DataCheck implements WireName {
    /** Nothing, for no data is checked. */
    OFF,
    /** The event is counted. */
    WARN,
    /** The event is refused. */
    REJECT
}
