package io.tidings.contract.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.RecoveryProgress.State;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a new owner and a GET learn of recoveries from the probation topic. */
class RecoveryTableTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final MovedOffsets MOVED = new MovedOffsets(
            "u1", "topic-id", MovedRanges.NONE.plus(new MovedRange(10, 20)).plus(new MovedRange(30, 40)));
    private static final RecoveryProgress PROGRESS = new RecoveryProgress(
            "u1",
            State.STOPPED,
            NOON,
            500,
            NOON.plusSeconds(300),
            NOON.minusSeconds(1),
            Map.of(RetryTier.ONE_HOUR, 40L, RetryTier.TEN_SECONDS, 7L));

    private final RecoveryTable table = new RecoveryTable();

    @Test
    void theMovedOffsetsOfATierAreReadBack() {
        read(RecoveryTable.keyOf(BILLING, RetryTier.ONE_HOUR), 3, "u1", RecoveryRecord.value(MOVED));
        assertThat(table.moved(RetryTier.ONE_HOUR, 3)).containsExactly(Map.entry(BILLING, MOVED));
        assertThat(table.moved(RetryTier.ONE_HOUR, 2)).isEmpty();
        assertThat(table.moved(RetryTier.TEN_SECONDS, 3)).isEmpty();
    }

    @Test
    void theProgressIsReadBack() {
        read(RecoveryTable.keyOf(BILLING), 3, "u1", RecoveryRecord.value(PROGRESS));
        assertThat(table.progress(3)).containsExactly(Map.entry(BILLING, PROGRESS));
        assertThat(table.progress(BILLING, "u1")).contains(PROGRESS);
        assertThat(table.progress(BILLING, "u2")).isEmpty();
    }

    @Test
    void aTombstoneRemovesOneOfThem() {
        read(RecoveryTable.keyOf(BILLING), 3, "u1", RecoveryRecord.value(PROGRESS));
        read(RecoveryTable.keyOf(BILLING, RetryTier.ONE_HOUR), 3, "u1", RecoveryRecord.value(MOVED));
        assertThat(table.read(RecoveryTable.keyOf(BILLING, RetryTier.ONE_HOUR), 3, new RecordHeaders(), null))
                .isEmpty();
        assertThat(table.moved(RetryTier.ONE_HOUR, 3)).isEmpty();
        assertThat(table.progress(3)).isNotEmpty();
    }

    @ParameterizedTest(name = "of {0}")
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"state\":\"Moving\"}",
                "{\"state\":\"Somehow\",\"since\":\"2026-11-21T12:00:00Z\",\"count\":1}",
                "{\"state\":\"Moving\",\"since\":\"2026-11-21T12:00:00Z\",\"count\":-1}",
                "{\"state\":\"Moving\",\"since\":\"noon\",\"count\":1}"
            })
    void anIllegibleRecordChangesNothing(String value) {
        read(RecoveryTable.keyOf(BILLING), 3, "u1", RecoveryRecord.value(PROGRESS));
        assertThat(table.read(RecoveryTable.keyOf(BILLING), 3, headers("u1"), value.getBytes(UTF_8)))
                .isPresent();
        assertThat(table.progress(BILLING, "u1")).contains(PROGRESS);
    }

    @ParameterizedTest(name = "of {0}")
    @ValueSource(strings = {"{\"moved\":[[2,1]]}", "{\"moved\":[[1]]}", "{\"moved\":[[3,4],[1,2]]}"})
    void illegibleRangesChangeNothing(String value) {
        assertThat(table.read("orders/billing#10s", 3, headers("u1"), value.getBytes(UTF_8)))
                .isPresent();
        assertThat(table.moved(RetryTier.TEN_SECONDS, 3)).isEmpty();
    }

    @Test
    void aRecordOfAnotherFormatIsNotGuessedAt() {
        var headers = new RecordHeaders().add(HeaderText.header(HeaderNames.FORMAT, "2"));
        assertThat(table.read("orders/billing#10s", 3, headers, RecoveryRecord.value(MOVED)))
                .isPresent();
    }

    @ParameterizedTest(name = "of {0}")
    @ValueSource(strings = {"orders#10s", "orders/billing#11s", "orders/billing"})
    void aKeyOfSomethingElseIsIgnored(String key) {
        assertThat(table.read(key, 3, headers("u1"), RecoveryRecord.value(MOVED)))
                .isPresent();
    }

    private void read(String key, int number, String uid, byte[] value) {
        assertThat(RecoveryTable.isKey(key)).isTrue();
        assertThat(table.read(key, number, headers(uid), value)).isEmpty();
    }

    private static RecordHeaders headers(String uid) {
        return new RecordHeaders(RecoveryRecord.headers(uid));
    }
}
