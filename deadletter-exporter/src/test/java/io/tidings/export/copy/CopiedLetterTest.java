package io.tidings.export.copy;

import static io.tidings.export.Examples.TOPICS;
import static io.tidings.export.Examples.deadLetter;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** B-DLQ-8: what a team finds in its topic. */
class CopiedLetterTest {
    private final ProducerRecord<byte[], byte[]> letter = deadLetter(TOPICS, 0, "billing", "archive", "dead", "e1");

    @Test
    void theRecordStaysAsItIsAndGetsTheHeadersOfOtherTools() {
        letter.headers().add(HeaderText.header(HeaderNames.DEAD_LETTER_TOPIC, "shop"));
        var copy = read().orElseThrow().to("shop.dead");

        assertThat(copy.topic()).isEqualTo("shop.dead");
        assertThat(copy.key()).isEqualTo(letter.key());
        assertThat(copy.value()).isEqualTo(letter.value());
        var message = "UndeliverableDueToHttpBadRequest, attempts: 1, last outcome: BadRequest, status: 400";
        var added = new LinkedHashMap<>(texts(copy.headers()));
        added.keySet().removeAll(texts(letter.headers()).keySet());
        assertThat(added)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("__connect.errors.topic", "tidings.events"),
                        Map.entry("__connect.errors.partition", "0"),
                        Map.entry("__connect.errors.offset", "17"),
                        Map.entry("__connect.errors.connector.name", "orders/billing"),
                        Map.entry("__connect.errors.exception.message", message),
                        Map.entry("__dlq.errors.topic", "tidings.events"),
                        Map.entry("__dlq.errors.partition", "0"),
                        Map.entry("__dlq.errors.offset", "17"),
                        Map.entry("__dlq.errors.group", "orders/billing"),
                        Map.entry("__dlq.errors.delivery.count", "1"),
                        Map.entry("__dlq.errors.message", message)));
        assertThat(texts(copy.headers()))
                .containsAllEntriesOf(texts(letter.headers()))
                .containsEntry("tidings-event-id", "e1")
                .containsEntry("tidings-deadletter-reason", "UndeliverableDueToHttpBadRequest");
    }

    @Test
    void onlyLettersOfThatTopicAreCopiedWhateverTheCaseOfItsName() {
        assertThat(read()).isEmpty();
        HeaderText.set(letter.headers(), HeaderNames.DEAD_LETTER_TOPIC, "bills");
        assertThat(read()).isEmpty();
        HeaderText.set(letter.headers(), HeaderNames.DEAD_LETTER_TOPIC, "SHOP");
        assertThat(read()).isPresent();
    }

    /** It was copied when it was new; its blob is another matter. */
    @Test
    void aLetterThatWasAppendedAgainIsNotCopiedAgain() {
        HeaderText.set(letter.headers(), HeaderNames.DEAD_LETTER_TOPIC, "shop");
        HeaderText.set(letter.headers(), HeaderNames.DEAD_LETTER_SINCE, "2026-11-21T12:00:00Z");
        assertThat(read()).isEmpty();
    }

    private Optional<CopiedLetter> read() {
        return CopiedLetter.of(
                new ConsumerRecord<>(
                        letter.topic(),
                        0,
                        7,
                        0,
                        TimestampType.LOG_APPEND_TIME,
                        letter.key().length,
                        letter.value().length,
                        letter.key(),
                        letter.value(),
                        letter.headers(),
                        Optional.empty()),
                "shop");
    }

    private static Map<String, String> texts(Headers headers) {
        var texts = new LinkedHashMap<String, String>();
        headers.forEach(header -> texts.put(header.key(), HeaderText.orEmpty(headers, header.key())));
        return texts;
    }
}
