package io.tidings.contract.condition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.ConditionRecord.AnnouncementsBegun;
import io.tidings.contract.condition.ConditionRecord.DeadLettersSeen;
import io.tidings.contract.condition.ConditionRecord.StorageAnnounced;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.ConditionRecord.SubscriptionAnnounced;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SYS-2: what is remembered about conditions. */
class ConditionTableTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.000000001Z");
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final StorageName DEAD = new StorageName("archive", "dead");
    private static final AnnouncedState STATE = AnnouncedState.NONE
            .with(AnnouncedMark.PROBATION, NOON)
            .with(AnnouncedMark.EXPIRATION, NOON.plusSeconds(5))
            .published("io.tidings.subscription.probation.started", NOON.plusSeconds(1));

    private final ConditionTable table = new ConditionTable();

    static Stream<ConditionRecord> records() {
        return Stream.of(
                new DeadLettersSeen(BILLING, "uid", NOON),
                new StorageSeen(DEAD, false, NOON),
                new SubscriptionAnnounced(BILLING, "uid", STATE),
                new SubscriptionAnnounced(BILLING, "uid", AnnouncedState.NONE),
                new StorageAnnounced(DEAD, AnnouncedState.NONE.with(AnnouncedMark.OUTAGE, NOON)),
                new AnnouncementsBegun(NOON));
    }

    @ParameterizedTest
    @MethodSource("records")
    void aRecordIsReadAsItWasWritten(ConditionRecord record) {
        assertThat(ConditionJson.read(record.key(), ConditionJson.value(record)))
                .hasValue(record);
    }

    @Test
    void theNewestRecordCounts() {
        put(new SubscriptionAnnounced(BILLING, "uid", STATE));
        put(new DeadLettersSeen(BILLING, "uid", NOON));
        put(new DeadLettersSeen(BILLING, "uid", NOON.plusSeconds(60)));
        assertThat(table.announced(BILLING, "uid")).isEqualTo(STATE);
        assertThat(table.latestDeadLetter(BILLING, "uid")).hasValue(NOON.plusSeconds(60));
        table.read(new DeadLettersSeen(BILLING, "uid", NOON).key(), null);
        assertThat(table.latestDeadLetter(BILLING, "uid")).isEmpty();
    }

    @Test
    void anotherSubscriptionOfTheSameNameStartsAnew() {
        put(new SubscriptionAnnounced(BILLING, "uid", STATE));
        put(new DeadLettersSeen(BILLING, "uid", NOON));
        assertThat(table.announced(BILLING, "another")).isEqualTo(AnnouncedState.NONE);
        assertThat(table.latestDeadLetter(BILLING, "another")).isEmpty();
    }

    @Test
    void recordsOfRemovedSubscriptionsAreFound() {
        records().forEach(this::put);
        assertThat(table.keysOfOthers(Set.of(BILLING))).isEmpty();
        assertThat(table.keysOfOthers(Set.of()))
                .containsExactly("announced/subscription/orders/billing", "dead-letters/orders/billing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"uid\":7}", "{\"uid\":\"u\",\"latest\":\"yesterday\"}"})
    void anUnreadableValueChangesNothing(String value) {
        put(new DeadLettersSeen(BILLING, "uid", NOON));
        assertThat(table.read("dead-letters/orders/billing", value.getBytes(UTF_8)))
                .isFalse();
        assertThat(table.latestDeadLetter(BILLING, "uid")).hasValue(NOON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"storage/archive", "storage/", "dead-letters/x", "announced/storage/", "other"})
    void anUnknownKeyIsNotRead(String key) {
        assertThat(table.read(key, ConditionJson.value(new StorageSeen(DEAD, true, NOON))))
                .isFalse();
    }

    @Test
    void anEventOfATypeRestsForItsInterval() {
        var type = "io.tidings.subscription.probation.started";
        var interval = Duration.ofMinutes(5);
        assertThat(STATE.restedFrom(type, interval, NOON.plusSeconds(300))).isFalse();
        assertThat(STATE.restedFrom(type, interval, NOON.plusSeconds(301))).isTrue();
        assertThat(STATE.restedFrom("another", interval, NOON)).isTrue();
    }

    private void put(ConditionRecord record) {
        assertThat(table.read(record.key(), ConditionJson.value(record))).isTrue();
    }
}
