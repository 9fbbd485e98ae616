package io.tidings.contract.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.UUID;

/**
 * Where and when an event came in: its id and time, should it have none of its own.
 *
 * @param recordId where its record stands, which no other record's text is
 * @param time the broker's
 */
public record RecordOrigin(Object recordId, Instant time) {
    /** Of an event that is not in the log yet; it gets its id and time when it is read from there. */
    static final RecordOrigin NOT_YET = new RecordOrigin("", Instant.EPOCH);

    /** The same whenever the record is read again, so that its copies can be told from other events. */
    String id() {
        return UUID.nameUUIDFromBytes((recordId + " " + time).getBytes(UTF_8)).toString();
    }
}
