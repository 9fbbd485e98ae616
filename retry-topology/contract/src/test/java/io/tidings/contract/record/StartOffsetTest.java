package io.tidings.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.record.StartOffset.Reason;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RUN-1: a log that is not as it was left is read by one rule, and what is lost is counted. */
class StartOffsetTest {
    private static final String SAME = "lq1oAWhlRxaxO-CVBDuWrA";
    private static final String OTHER = "CKB5mRsCSaW4BFyVXnqNeg";

    @ParameterizedTest(name = "committed {0} of {1}, log {2} to {3}: starts at {4}, lost {5}, {6}")
    @CsvSource({
        "5,  same,    0,  9, 5, 0, AS_COMMITTED",
        "9,  same,    0,  9, 9, 0, AS_COMMITTED",
        "0,  same,    0,  0, 0, 0, AS_COMMITTED",
        "3,  same,    7,  9, 7, 4, DELETED_BEFORE_READ",
        "3,  same,    7,  7, 7, 4, DELETED_BEFORE_READ",
        "12, same,    0,  9, 9, 3, LOG_IS_SHORTER",
        "12, same,    0,  0, 0, 12, LOG_IS_SHORTER",
        "12, other,   0,  9, 0, 1, TOPIC_CREATED_ANEW",
        "12, other,   4, 99, 4, 4, TOPIC_CREATED_ANEW",
        "3,  other,   7,  9, 7, 7, TOPIC_CREATED_ANEW",
        "5,  unknown, 0,  9, 5, 0, AS_COMMITTED",
        "3,  unknown, 7,  9, 7, 4, DELETED_BEFORE_READ",
        "12, unknown, 0,  9, 0, 1, TOPIC_CREATED_ANEW",
    })
    void theRule(long committed, String topic, long beginning, long end, long starts, long lost, Reason reason) {
        var start = StartOffset.of(committed, id(topic), new LogExtent(SAME, beginning, end));
        assertThat(start).isEqualTo(new StartOffset(starts, reason, lost));
        assertThat(start.loss("events-0").isPresent()).isEqualTo(lost > 0);
    }

    @Test
    void aFirstReaderLosesNothing() {
        var start = StartOffset.ofNothingCommitted(new LogExtent(SAME, 7, 9));
        assertThat(start).isEqualTo(new StartOffset(7, Reason.NOTHING_COMMITTED, 0));
        assertThat(start.loss("events-0")).isEmpty();
    }

    @Test
    void theLossIsReported() {
        var log = new LogExtent(SAME, 4, 9);
        assertThat(StartOffset.of(12, Optional.of(SAME), log).loss("events-0"))
                .contains("events-0 ends at offset 9, 3 before what was read: its brokers have lost that, and what"
                        + " followed it; reading goes on at its end");
        assertThat(StartOffset.of(12, Optional.of(OTHER), log).loss("events-0"))
                .contains("the topic of events-0 was deleted and created again: what was not read of the former one is"
                        + " lost; reading starts at its beginning, offset 4");
        assertThat(StartOffset.of(1, Optional.of(SAME), log).loss("events-0"))
                .contains("3 offsets of events-0 before 4 were deleted before they were read: its retention.ms is too"
                        + " short, or an operator deleted them");
    }

    private static Optional<String> id(String topic) {
        return switch (topic) {
            case "same" -> Optional.of(SAME);
            case "other" -> Optional.of(OTHER);
            default -> Optional.empty();
        };
    }
}
