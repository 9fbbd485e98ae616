package io.tidings.export.selection;

import static io.tidings.export.selection.RedriveExamples.NOON;
import static io.tidings.export.selection.RedriveExamples.letter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryReader;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What the headers of a dead letter say. */
class RedriveCandidateTest {
    @Test
    void itsTimeIsThatOfItsRecord() {
        assertThat(read(headers())).contains(letter(7));
    }

    @Test
    void oneThatWasAppendedAgainKeepsItsTime() {
        var headers = headers();
        headers.add(
                HeaderNames.DEAD_LETTER_SINCE, NOON.minusSeconds(60).toString().getBytes(UTF_8));

        var candidate = read(headers).orElseThrow();

        assertThat(candidate.again()).isTrue();
        assertThat(candidate.since()).isEqualTo(NOON.minusSeconds(60));
    }

    @Test
    void aTimeThatIsNoneIsNotBelieved() {
        var headers = headers();
        headers.add(HeaderNames.DEAD_LETTER_SINCE, "noon".getBytes(UTF_8));

        assertThat(read(headers)).contains(letter(7));
    }

    @Test
    void itsDeliveriesContinueItsTrace() {
        var trace = new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1");
        var headers = headers();
        headers.add(HeaderNames.TRACEPARENT, trace.traceparent().getBytes(UTF_8));
        headers.add(HeaderNames.TRACESTATE, "vendor=1".getBytes(UTF_8));

        var again = read(headers).orElseThrow().delivery().redriven("u2", 1, NOON);

        assertThat(again.event().trace()).isEqualTo(trace);
        assertThat(DeliveryHeaders.read(new RecordHeaders(DeliveryHeaders.write(again, NOON))))
                .isEqualTo(new DeliveryHeaders.Read.Valid(again));
    }

    @Test
    void withoutAReasonOrAnotherHeaderItIsNone() {
        assertThat(read(headers().remove(HeaderNames.DEAD_LETTER_REASON))).isEmpty();
        assertThat(read(headers().remove(HeaderNames.SOURCE))).isEmpty();
        assertThat(read(new RecordHeaders())).isEmpty();
    }

    private static Headers headers() {
        var candidate = letter(7);
        return new RecordHeaders(DeliveryHeaders.write(candidate.delivery(), NOON))
                .add(HeaderNames.DEAD_LETTER_REASON, candidate.reason().getBytes(UTF_8));
    }

    private static Optional<RedriveCandidate> read(Headers headers) {
        return RedriveCandidate.read(0, 7, NOON, headers, new DeliveryReader());
    }
}
