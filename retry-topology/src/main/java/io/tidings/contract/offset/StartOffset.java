package io.tidings.contract.offset;

import java.util.Optional;

/**
 * The offset at which the reading of a partition starts, and how many offsets are lost to its readers.
 *
 * <p>One rule for all programs. The same topic with a shorter log is read from its end: all that is left was read
 * before. A topic that was created anew is read from its beginning: the committed offset was one of its predecessor.
 *
 * @param lost the offsets that are known to be lost; at least 1 where something is and nobody can tell how much
 */
public record StartOffset(long offset, Reason reason, long lost) {
    /** How the committed offset compares with the log. */
    public enum Reason {
        NOTHING_COMMITTED,
        AS_COMMITTED,
        DELETED_BEFORE_READ,
        LOG_IS_SHORTER,
        TOPIC_CREATED_ANEW
    }

    /** Returns where a group starts that has committed nothing. */
    public static StartOffset ofNothingCommitted(LogExtent log) {
        return new StartOffset(log.beginning(), Reason.NOTHING_COMMITTED, 0);
    }

    /**
     * Returns where a group goes on.
     *
     * @param topicId the id of the topic when that was committed; empty when it is not known, as in commits of former
     *     releases: a log that is too short then counts as one of another topic, since to read again loses nothing
     */
    public static StartOffset of(long committed, Optional<String> topicId, LogExtent log) {
        boolean anew = topicId.isPresent() ? !topicId.get().equals(log.topicId()) : committed > log.end();
        if (anew) {
            return new StartOffset(log.beginning(), Reason.TOPIC_CREATED_ANEW, Math.max(1, log.beginning()));
        }
        if (committed > log.end()) {
            return new StartOffset(log.end(), Reason.LOG_IS_SHORTER, committed - log.end());
        }
        if (committed < log.beginning()) {
            return new StartOffset(log.beginning(), Reason.DELETED_BEFORE_READ, log.beginning() - committed);
        }
        return new StartOffset(committed, Reason.AS_COMMITTED, 0);
    }

    /** Returns true when what was committed says where to start, so that it need not be committed again. */
    public boolean asCommitted() {
        return reason == Reason.AS_COMMITTED;
    }

    /** Returns what has happened to the log, a sentence; empty when nothing is lost. */
    public Optional<String> loss(String partition) {
        return switch (reason) {
            case NOTHING_COMMITTED, AS_COMMITTED -> Optional.empty();
            case DELETED_BEFORE_READ ->
                Optional.of(
                        "%d offsets of %s before %d were deleted before they were read: its retention.ms is too short,"
                                        .formatted(lost, partition, offset)
                                + " or somebody deleted them");
            case LOG_IS_SHORTER ->
                Optional.of(
                        "%s ends at offset %d, %d before what was read: its brokers have lost that, and what followed"
                                        .formatted(partition, offset, lost)
                                + " it; reading goes on at its end");
            case TOPIC_CREATED_ANEW ->
                Optional.of(
                        "the topic of %s was deleted and created again: what was not read of the former one is lost;"
                                        .formatted(partition)
                                + " reading starts at its beginning, offset " + offset);
        };
    }
}
