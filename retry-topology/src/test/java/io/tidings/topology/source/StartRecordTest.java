package io.tidings.topology.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.SubscriptionKey;
import io.tidings.topology.source.StartRecord.Ended;
import io.tidings.topology.source.StartRecord.Mark;
import io.tidings.topology.source.StartRecord.Start;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartRecordTest {
    private static final TopicPartition PARTITION = new TopicPartition("shop.orders-v1", 3);
    private static final SubscriptionKey BILLING =
            SubscriptionKey.parse("orders/billing").orElseThrow();

    /** Never changed: a later release reads them. */
    @Test
    void recordsStayAsTheFirstReleaseWroteThem() throws IOException {
        assertWritten(new Mark(PARTITION, 1207, "", "", List.of()), "shop.orders-v1-3", "{\"next\":1207}");
        assertWritten(
                new Start(PARTITION, "1f0c", BILLING, Optional.of(17L)),
                "shop.orders-v1-3/1f0c",
                "{\"subscription\":\"orders/billing\",\"next\":17}");
        assertWritten(
                new Start(PARTITION, "1f0c", BILLING, Optional.empty()),
                "shop.orders-v1-3/1f0c",
                "{\"subscription\":\"orders/billing\"}");
        assertWritten(new Ended(PARTITION, "1f0c"), "shop.orders-v1-3/1f0c", null);
    }

    @Test
    void aMarkSaysWhatItsProcessHasBegunAndWhatNoneMayRead() throws IOException {
        assertWritten(
                new Mark(PARTITION, 1207, "p 1207+1*1", "p 17+8*1", List.of(5L, 900L)),
                "shop.orders-v1-3",
                "{\"next\":1207,\"begun\":\"p 1207+1*1\",\"begunAgain\":\"p 17+8*1\",\"unprocessable\":[5,900]}");
    }

    private static void assertWritten(StartRecord record, String key, @Nullable String value) throws IOException {
        assertThat(new String(record.key(), UTF_8)).isEqualTo(key);
        assertThat(record.value()).isEqualTo(bytes(value));
        assertThat(StartRecord.read(bytes(key), bytes(value))).isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource({
        ", {}",
        "orders, {\"next\":1}",
        "orders-x, {\"next\":1}",
        "orders-1,",
        "orders-1, {}",
        "orders-1, 7",
        "orders-1/u1, {}"
    })
    void whatIsNoRecordOfTheTopicIsRefused(@Nullable String key, @Nullable String value) {
        assertThatThrownBy(() -> StartRecord.read(bytes(key), bytes(value))).isInstanceOf(IOException.class);
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }
}
