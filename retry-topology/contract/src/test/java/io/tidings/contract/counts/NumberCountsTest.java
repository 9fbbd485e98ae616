package io.tidings.contract.counts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.contract.SubscriptionKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-COUNT. */
class NumberCountsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final DeliveryCounts PARKED = new DeliveryCounts(1, 0, 0, 0, 0, NOON, null);
    private static final DeliveryCounts ENDED = new DeliveryCounts(0, 0, 1, 0, 0, null, NOON);

    private final Map<CountedSubscription, DeliveryCounts> truth = new HashMap<>();
    private final Set<CountedSubscription> deleted = new HashSet<>();
    private final List<CountsRecord> log = new ArrayList<>();
    private NumberCounts counts = new NumberCounts();

    /** Owners come and go, transactions are aborted, and compaction takes what it may whenever it likes. */
    @RepeatedTest(30)
    void whatTheLogTellsIsTheTruthWheneverItIsRead(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        int subscriptions = random.nextInt(1, 400);
        for (int step = 0; step < 400; step++) {
            switch (random.nextInt(20)) {
                case 0 -> counts = read(log);
                case 1 -> compact(random.nextInt(log.size() + 1));
                case 2 -> counts.next(changes(random, subscriptions), this::exists); // aborted
                case 3 -> deleted.add(subscription(random.nextInt(subscriptions)));
                default -> commit(changes(random, subscriptions));
            }
        }
        assertThatTheLogIsTrue();
        compact(log.size());
        assertThatTheLogIsTrue();
        assertThat(log).hasSizeLessThanOrEqualTo(NumberCounts.SLOTS);
    }

    /** B-PULL-4. */
    @Test
    void theTableKnowsInWhichNumbersSomethingWaits() {
        var waits = subscription(1);
        var table = new CountsTable();
        for (int number = 0; number < 3; number++) {
            var record = new CountsRecord(
                    0, Map.of(waits, number == 1 ? PARKED.plus(ENDED) : PARKED, subscription(2), PARKED));
            assertThat(table.read(number, record.key(), record.value())).isEmpty();
        }

        assertThat(table.waitingIn(waits)).containsExactly(0, 2);
        assertThat(table.waitingIn(subscription(3))).isEmpty();
    }

    private void assertThatTheLogIsTrue() {
        var read = read(log);
        truth.forEach((each, now) -> {
            if (!deleted.contains(each) || now.waiting() > 0) {
                assertThat(read.of(each)).as("%s", each).isEqualTo(now);
            }
        });
    }

    private boolean exists(CountedSubscription subscription) {
        return !deleted.contains(subscription);
    }

    private static CountedSubscription subscription(int number) {
        return new CountedSubscription(new SubscriptionKey("orders", "s" + number), "uid-" + number);
    }

    private Map<CountedSubscription, DeliveryCounts> changes(RandomGenerator random, int subscriptions) {
        var changes = new HashMap<CountedSubscription, DeliveryCounts>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var each = subscription((int) Math.abs(random.nextGaussian(0, subscriptions / 4.0)) % subscriptions);
            if (!deleted.contains(each)) {
                changes.merge(
                        each, truth(each).waiting() > 0 && random.nextBoolean() ? ENDED : PARKED, (one, _) -> one);
            }
        }
        return changes;
    }

    private DeliveryCounts truth(CountedSubscription subscription) {
        return truth.getOrDefault(subscription, DeliveryCounts.NONE);
    }

    private void commit(Map<CountedSubscription, DeliveryCounts> changes) {
        for (var record : counts.next(changes, this::exists)) {
            log.add(record);
            counts.read(record);
        }
        changes.forEach((each, change) -> truth.merge(each, change, DeliveryCounts::plus));
    }

    /** Removes the records of a beginning that are not the latest of their slot. */
    private void compact(int cleaned) {
        var latest = new HashMap<Integer, Integer>();
        for (int i = 0; i < log.size(); i++) {
            latest.put(log.get(i).slot(), i);
        }
        var kept = new ArrayList<CountsRecord>();
        for (int i = 0; i < log.size(); i++) {
            if (i >= cleaned || latest.get(log.get(i).slot()) == i) {
                kept.add(log.get(i));
            }
        }
        log.clear();
        log.addAll(kept);
    }

    private static NumberCounts read(List<CountsRecord> log) {
        var counts = new NumberCounts();
        log.forEach(record -> counts.read(copied(record)));
        return counts;
    }

    private static CountsRecord copied(CountsRecord record) {
        try {
            return CountsRecord.read(record.key(), record.value());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theCountsOfADeletedSubscriptionAreForgottenOnceNothingWaits() {
        var gone = subscription(1);
        commit(Map.of(gone, PARKED));
        deleted.add(gone);
        turnTheRing();
        assertThat(counts.subscriptions()).contains(gone);
        commit(Map.of(gone, new DeliveryCounts(0, 0, 0, 0, 1, null, null)));
        turnTheRing();
        assertThat(counts.subscriptions()).containsExactly(subscription(0));
        assertThat(read(log).subscriptions()).containsExactly(subscription(0));
    }

    private void turnTheRing() {
        for (int i = 0; i <= NumberCounts.SLOTS; i++) {
            commit(Map.of(subscription(0), PARKED));
        }
    }

    @Test
    void aRecordHasABoundHoweverManySubscriptionsChange() {
        var all = new LinkedHashMap<CountedSubscription, DeliveryCounts>();
        for (int i = 0; i < 3 * NumberCounts.MOST_IN_RECORD + 1; i++) {
            all.put(subscription(i), PARKED);
        }
        var records = counts.next(all, _ -> true);
        assertThat(records).hasSize(4);
        assertThat(records.getFirst().value()).hasSizeLessThan(400_000);
        commit(all);
        turnTheRing();
        assertThat(read(log).subscriptions()).hasSize(all.size());
        assertThat(log).allMatch(each -> each.counts().size() <= NumberCounts.MOST_IN_RECORD);
    }

    @Test
    void aRecordIsShortText() {
        var one = new CountsRecord(
                7, Map.of(subscription(1), new DeliveryCounts(12, 2, 7, 1, 0, NOON, NOON.plusMillis(5), 16)));
        assertThat(new String(one.key(), UTF_8)).isEqualTo("7");
        assertThat(new String(one.value(), UTF_8)).isEqualTo("""
            {"orders/s1@uid-1":[12,2,7,1,0,1795262400000,1795262400005,16]}\
            """);
        assertThat(one.counts().values()).extracting(DeliveryCounts::waiting).containsExactly(4L);
        assertThat(one.counts().values()).extracting(DeliveryCounts::matched).containsExactly(10L);
    }

    @Test
    void aRecordOfAnEarlierReleaseHasNoLimitAndOneOfALaterReleaseMayHaveMore() throws IOException {
        assertThat(read("[12,2,7,1,0,0,0]")).isEqualTo(new DeliveryCounts(12, 2, 7, 1, 0, null, null));
        assertThat(read("[12,2,7,1,0,0,0,16,9]")).isEqualTo(new DeliveryCounts(12, 2, 7, 1, 0, null, null, 16));
    }

    private static DeliveryCounts read(String numbers) throws IOException {
        var text = "{\"orders/s1@uid-1\":" + numbers + "}";
        return CountsRecord.read("1".getBytes(UTF_8), text.getBytes(UTF_8))
                .counts()
                .get(subscription(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"orders/s1@uid-1\":[1,2]}",
                "{\"orders/s1@uid-1\":7}",
                "{\"orders/s1\":[12,2,7,1,0,0,0]}",
                "{\"orders/s1@uid-1\":[12,2,7,1,0,0,\"\"]}"
            })
    void anotherTextIsNoRecord(String text) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> CountsRecord.read("1".getBytes(UTF_8), text.getBytes(UTF_8)));
        assertThat(new CountsTable().read(0, "1".getBytes(UTF_8), text.getBytes(UTF_8)))
                .isPresent();
        assertThat(new CountsTable().read(0, "slot".getBytes(UTF_8), "{}".getBytes(UTF_8)))
                .isPresent();
    }

    @Test
    void theCountsOfAllPartitionNumbersAreAddedUp() {
        var table = new CountsTable();
        var record = new CountsRecord(0, Map.of(subscription(1), PARKED));
        assertThat(table.read(3, record.key(), record.value())).isEmpty();
        assertThat(table.read(5, record.key(), record.value())).isEmpty();
        assertThat(table.of(subscription(1))).isEqualTo(new DeliveryCounts(2, 0, 0, 0, 0, NOON, null));
        assertThat(table.of(new CountedSubscription(subscription(1).key(), "another")))
                .isEqualTo(DeliveryCounts.NONE);
    }
}
