package io.tidings.contract.record;

import java.util.Optional;

/**
 * The offset at which a program starts to read a partition, and the number of offsets that are lost.
 *
 * <p>The rule is the same for all programs. If the log of the same topic became shorter, reading starts at its end,
 * because all records that are left were read before. If the topic was created again, reading starts at its
 * beginning, because the committed offset belonged to the former topic.
 *
 * @param lost the offsets known to be lost; at least 1 if some are and their number is unknown
 */
public record StartOffset(long offset, Reason reason, long lost) {
    public enum Reason {
        NOTHING_COMMITTED,
        AS_COMMITTED,
        DELETED_BEFORE_READ,
        LOG_IS_SHORTER,
        TOPIC_CREATED_ANEW
    }

    public static StartOffset ofNothingCommitted(LogExtent log) {
        return new StartOffset(log.beginning(), Reason.NOTHING_COMMITTED, 0);
    }

    /**
     * @param topicId of the topic when it was committed; empty if unknown, as in commits of former releases. A log
     *     that is too short then counts as that of another topic, because to read again loses nothing.
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

    /** Returns whether the commit is the start, so that it need not be committed again. */
    public boolean asCommitted() {
        return reason == Reason.AS_COMMITTED;
    }

    /** Returns a sentence about what happened to the log; empty if nothing is lost. */
    public Optional<String> loss(String partition) {
        return switch (reason) {
            case NOTHING_COMMITTED, AS_COMMITTED -> Optional.empty();
            case DELETED_BEFORE_READ ->
                Optional.of(
                        "%d offsets of %s before %d were deleted before they were read: its retention.ms is too short,"
                                        .formatted(lost, partition, offset)
                                + " or an operator deleted them");
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
