package io.tidings.contract.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.secret.CanonicalOrigin;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
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
        assertThat(table.read("shop/billing", 0, new RecordHeaders(), null)).isEmpty();
        assertThat(table.of(BILLING, "u1")).isEmpty();
    }

    @Test
    void aMalformedRecordIsReportedAndChangesNothing() {
        read(FAILING);
        var headers = new RecordHeaders(EndpointHealthRecord.headers(FAILING));
        assertThat(table.read("shop/billing", 0, headers, "{".getBytes(UTF_8))).isPresent();
        assertThat(table.read("shop/billing", 0, new RecordHeaders(), EndpointHealthRecord.value(FAILING)))
                .isPresent();
        assertThat(table.read("billing", 0, headers, EndpointHealthRecord.value(FAILING)))
                .contains("the record's key is not topic/subscription");
        assertThat(table.of(BILLING, "u1")).contains(FAILING);
    }

    /** B-LANE-1. */
    @Test
    void eachLaneHasAHealthOfItsOwnAndTheSubscriptionThatOfAllTogether() {
        read(2, FAILING);
        assertThat(table.hasLanes(BILLING)).isFalse();
        read(3, new EndpointHealth("u1", 0, null, null, 0, NOON));
        assertThat(table.hasLanes(BILLING)).isTrue();
        assertThat(table.of(new Lane(BILLING, 2), "u1")).contains(FAILING);
        assertThat(table.of(new Lane(BILLING, 4), "u1")).isEmpty();
        assertThat(table.lanes(BILLING, "u1")).containsOnlyKeys(2, 3);
        assertThat(table.of(BILLING, "u1"))
                .hasValueSatisfying(all -> assertThat(all.consecutiveFailures()).isEqualTo(3));
        read(2, null);
        assertThat(table.lanes(BILLING, "u1")).containsOnlyKeys(3);
        read(3, null);
        assertThat(table.of(BILLING, "u1")).isEmpty();
    }

    @Test
    void laneHealthOfAFormerSubscriptionOfThatNameDoesNotCount() {
        read(2, FAILING);
        read(3, new EndpointHealth("u2", 0, null, null, 0, NOON));
        assertThat(table.of(BILLING, "u1")).contains(FAILING);
        assertThat(table.of(BILLING, "u3")).isEmpty();
    }

    /** B-GONE. */
    @Test
    void aSubscriptionWhoseEndpointIsGoneIsFoundWithoutALookAtOthers() {
        read(FAILING);
        assertThat(table.gone()).isEmpty();
        read(FAILING.with(new GoneReport(new CanonicalOrigin("https://hooks.example:443"), 7, NOON)));
        assertThat(table.gone()).containsExactly(BILLING);
        read(0, null);
        assertThat(table.gone()).isEmpty();
    }

    private Optional<String> read(EndpointHealth health) {
        return read(0, health);
    }

    private Optional<String> read(int number, @Nullable EndpointHealth health) {
        if (health == null) {
            return table.read("shop/billing", number, new RecordHeaders(), null);
        }
        return table.read(
                "shop/billing",
                number,
                new RecordHeaders(EndpointHealthRecord.headers(health)),
                EndpointHealthRecord.value(health));
    }
}
