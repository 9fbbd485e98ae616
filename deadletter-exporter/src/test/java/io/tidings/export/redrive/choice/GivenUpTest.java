package io.tidings.export.redrive.choice;

import static io.tidings.export.redrive.choice.Letters.NOON;
import static io.tidings.export.redrive.choice.Letters.letter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.DeliveryReader;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What the headers of a dead letter say. */
class GivenUpTest {
    @Test
    void itsTimeIsThatOfItsRecord() {
        assertThat(read(headers())).contains(letter(7));
    }

    @Test
    void oneThatWasAppendedAgainKeepsItsTime() {
        var headers = headers();
        headers.add(
                HeaderNames.DEAD_LETTER_SINCE, NOON.minusSeconds(60).toString().getBytes(UTF_8));

        var letter = read(headers).orElseThrow();

        assertThat(letter.again()).isTrue();
        assertThat(letter.since()).isEqualTo(NOON.minusSeconds(60));
    }

    @Test
    void aTimeThatIsNoneIsNotBelieved() {
        var headers = headers();
        headers.add(HeaderNames.DEAD_LETTER_SINCE, "noon".getBytes(UTF_8));

        assertThat(read(headers)).contains(letter(7));
    }

    @Test
    void withoutAReasonOrAnotherHeaderItIsNone() {
        assertThat(read(headers().remove(HeaderNames.DEAD_LETTER_REASON))).isEmpty();
        assertThat(read(headers().remove(HeaderNames.SOURCE))).isEmpty();
        assertThat(read(new RecordHeaders())).isEmpty();
    }

    private static Headers headers() {
        var letter = letter(7);
        return new RecordHeaders(DeliveryHeaders.write(letter.delivery(), NOON))
                .add(HeaderNames.DEAD_LETTER_REASON, letter.reason().getBytes(UTF_8));
    }

    private static Optional<GivenUp> read(Headers headers) {
        return GivenUp.read(0, 7, NOON, headers, new DeliveryReader());
    }
}
