package io.tidings.contract.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.LastOutcome;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-PROB-4: what is known of endpoints after any record of the probation topic. */
class StandingTableTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EndpointStanding FAILING =
            new EndpointStanding("u1", 3, LastOutcome.SOCKET_ERROR, null, 0, NOON);

    private final StandingTable table = new StandingTable();

    @Test
    void theNewestRecordCounts() {
        assertThat(table.of(BILLING, "u1")).isEmpty();
        assertThat(read(FAILING)).isEmpty();
        assertThat(table.of(BILLING, "u1")).contains(FAILING);
        var worse = new EndpointStanding("u1", 4, LastOutcome.BUSY, null, 0, NOON.plusSeconds(10));
        assertThat(read(worse)).isEmpty();
        assertThat(table.of(BILLING, "u1")).contains(worse);
    }

    @Test
    void whatWasWrittenForAnotherOfThatNameDoesNotCount() {
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
    void anIllegibleRecordIsToldAndChangesNothing() {
        read(FAILING);
        var headers = new RecordHeaders(StandingRecord.headers(FAILING));
        assertThat(table.read("shop/billing", headers, "{".getBytes(UTF_8))).isPresent();
        assertThat(table.read("shop/billing", new RecordHeaders(), StandingRecord.value(FAILING)))
                .isPresent();
        assertThat(table.read("billing", headers, StandingRecord.value(FAILING)))
                .contains("the record's key is not topic/subscription");
        assertThat(table.of(BILLING, "u1")).contains(FAILING);
    }

    private Optional<String> read(EndpointStanding standing) {
        return table.read(
                "shop/billing", new RecordHeaders(StandingRecord.headers(standing)), StandingRecord.value(standing));
    }
}
