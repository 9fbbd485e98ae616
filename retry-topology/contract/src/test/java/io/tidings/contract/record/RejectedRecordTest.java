package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.RejectionReason;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-PUB-3: an unusable record is kept as it was read, with the reason. */
class RejectedRecordTest {
    private static final EventSource SOURCE = new EventSource("tidings.events", 3, 17);
    private static final byte[] KEY = {1};
    private static final byte[] VALUE = {2};

    @Test
    void aRecordIsKeptAsItWasReadWithItsSourceAndReason() {
        var read = new RecordHeaders().add("theirs", new byte[] {3}).add(HeaderNames.REASON, new byte[] {4});
        var kept = RejectedRecord.of(KEY, VALUE, read, SOURCE, RejectionReason.NO_TOPIC, "the record names no topic");
        assertThat(kept.key()).isSameAs(KEY);
        assertThat(kept.value()).isSameAs(VALUE);
        assertThat(kept.headers().lastHeader("theirs").value()).containsExactly(3);
        assertThat(kept.headers().headers(HeaderNames.REASON)).hasSize(1);
        assertThat(text(kept, HeaderNames.FORMAT)).isEqualTo("1");
        assertThat(text(kept, HeaderNames.REASON)).isEqualTo("NoTopic");
        assertThat(text(kept, HeaderNames.ERROR)).isEqualTo("the record names no topic");
        assertThat(text(kept, HeaderNames.SOURCE)).isEqualTo("tidings.events-3@17");
        assertThat(read.toArray()).hasSize(2);
    }

    @Test
    void aTooLargeRecordIsReplacedByItsPosition() {
        var value = new byte[EventLimits.MAX_RECORD_BYTES - 100];
        var kept = RejectedRecord.of(
                KEY, value, new RecordHeaders(), SOURCE, RejectionReason.INVALID_JSON, "the value is no JSON");
        assertThat(kept.key()).isNull();
        assertThat(kept.value()).isNull();
        assertThat(text(kept, HeaderNames.ERROR)).contains("the value is no JSON", "too large to be kept here");
        assertThat(text(kept, HeaderNames.SOURCE)).isEqualTo("tidings.events-3@17");
    }

    @Test
    void theFittingSizeIsCountedToTheByte() {
        int most = EventLimits.MAX_RECORD_BYTES - 64 * 1024;
        assertThat(RejectedRecord.fits(KEY, new byte[most - 1], new RecordHeaders()))
                .isTrue();
        assertThat(RejectedRecord.fits(KEY, new byte[most], new RecordHeaders()))
                .isFalse();
        var headers = new RecordHeaders().add("four", new byte[8]).add("empty", null);
        int ofHeaders = 3 * 4 + 8 + 10 + 3 * 5 + 10; // a name may take three bytes a character
        assertThat(RejectedRecord.fits(null, new byte[most - ofHeaders], headers))
                .isTrue();
        assertThat(RejectedRecord.fits(null, new byte[most - ofHeaders + 1], headers))
                .isFalse();
    }

    @Test
    void headersCountToo() {
        var headers = new RecordHeaders().add("theirs", new byte[EventLimits.MAX_RECORD_BYTES]);
        assertThat(RejectedRecord.fits(KEY, VALUE, headers)).isFalse();
        assertThat(RejectedRecord.fits(null, null, new RecordHeaders())).isTrue();
    }

    @Test
    void aSentenceIsCutWhereItWouldNotEnd() {
        var kept = RejectedRecord.of(
                KEY, VALUE, new RecordHeaders(), SOURCE, RejectionReason.INVALID_EVENT, "x".repeat(100_000));
        assertThat(text(kept, HeaderNames.ERROR)).hasSize(4097).endsWith("x…");
    }

    @Test
    void theLongestSentenceIsKeptWhole() {
        var sentence = "x".repeat(4096);
        var kept = RejectedRecord.of(KEY, VALUE, new RecordHeaders(), SOURCE, RejectionReason.INVALID_EVENT, sentence);
        assertThat(text(kept, HeaderNames.ERROR)).isEqualTo(sentence);
    }

    private static String text(RejectedRecord record, String header) {
        return new String(record.headers().lastHeader(header).value(), UTF_8);
    }
}
