package io.tidings.topology.streams;

import java.util.Optional;

/**
 * The metadata of a commit: that of Streams, a note of ours, the id of the topic. A former release finds the id, and
 * Streams passes over what it cannot read.
 *
 * @param note of what is begun; empty if there is none
 * @param passed the note of markers; empty if there is none. A former release takes it for a part of the other one
 */
record EventCommit(String streams, String note, String passed, Optional<String> topicId) {
    /** Characters outside base64, which Streams uses. */
    private static final char BEFORE_NOTE = '!';

    private static final char BEFORE_PASSED = '~';
    private static final char BEFORE_TOPIC = '|';

    static EventCommit read(String metadata) {
        int topic = metadata.indexOf(BEFORE_TOPIC);
        var front = topic < 0 ? metadata : metadata.substring(0, topic);
        int note = front.indexOf(BEFORE_NOTE);
        var notes = note < 0 ? "" : front.substring(note + 1);
        int passed = notes.indexOf(BEFORE_PASSED);
        return new EventCommit(
                note < 0 ? front : front.substring(0, note),
                passed < 0 ? notes : notes.substring(0, passed).strip(),
                passed < 0 ? "" : notes.substring(passed),
                topic < 0 ? Optional.empty() : Optional.of(metadata.substring(topic + 1)));
    }

    String text() {
        return streams
                + (note.isEmpty() && passed.isEmpty() ? "" : BEFORE_NOTE + note)
                + (passed.isEmpty() ? "" : " " + passed)
                + topicId.map(id -> BEFORE_TOPIC + id).orElse("");
    }
}
