package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.UUID;

/** The record of an event, from whose position and append time an event without id and time gets them. */
public record RecordOrigin(Object recordId, Instant time) {
    /** An event that is not in the log yet; its id and time are set when it is read from there. */
    static final RecordOrigin NOT_YET = new RecordOrigin("", Instant.EPOCH);

    /** The same whenever the record is read again, so that copies are recognised. */
    String id() {
        return UUID.nameUUIDFromBytes((recordId + " " + time).getBytes(UTF_8)).toString();
    }
}
