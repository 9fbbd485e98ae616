package io.tidings.contract.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.record.EndpointHealthRecord;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-PROB-4: what is known of endpoints after any record of the probation topic. */
class EndpointHealthTableTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EndpointHealth FAILING = new EndpointHealth("u1", 3, LastOutcome.SOCKET_ERROR, null, 0, NOON);

    private final EndpointHealthTable table = new EndpointHealthTable();

    @Test
    void theNewestRecordCounts() {
        assertThat(table.of(BILLING, "u1")).isEmpty();
        assertThat(read(FAILING)).isEmpty();
        assertThat(table.of(BILLING, "u1")).contains(FAILING);
        var worse = new EndpointHealth("u1", 4, LastOutcome.BUSY, null, 0, NOON.plusSeconds(10));
        assertThat(read(worse)).isEmpty();
        assertThat(table.of(BILLING, "u1")).contains(worse);
    }

    @Test
    void healthOfAnotherSubscriptionOfThatNameDoesNotCount() {
        read(FAILING);
        assertThat(table.of(BILLING, "u2")).isEmpty();
    }

    @Test
    void afterATombstoneNothingIsKnown() {
        read(FAILING);
        assertThat(table.read("shop/billing", new RecordHeaders(), null)).isEmpty();
        assertThat(table.of(BILLING, "u1")).isEmpty();
    }

    @Test
    void aMalformedRecordIsReportedAndChangesNothing() {
        read(FAILING);
        var headers = new RecordHeaders(EndpointHealthRecord.headers(FAILING));
        assertThat(table.read("shop/billing", headers, "{".getBytes(UTF_8))).isPresent();
        assertThat(table.read("shop/billing", new RecordHeaders(), EndpointHealthRecord.value(FAILING)))
                .isPresent();
        assertThat(table.read("billing", headers, EndpointHealthRecord.value(FAILING)))
                .contains("the record's key is not topic/subscription");
        assertThat(table.of(BILLING, "u1")).contains(FAILING);
    }

    private Optional<String> read(EndpointHealth health) {
        return table.read(
                "shop/billing",
                new RecordHeaders(EndpointHealthRecord.headers(health)),
                EndpointHealthRecord.value(health));
    }
}
