package io.tidings.export.write;

import static io.tidings.export.Examples.NOON;
import static io.tidings.export.Examples.containers;
import static io.tidings.export.write.Batches.again;
import static io.tidings.export.write.Batches.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.export.blob.BlobStore.Result;
import io.tidings.export.blob.BlobStores;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.PartitionProgress.UnsettledBatch;
import io.tidings.export.window.WindowRule;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;

/** B-DLQ-5: what becomes of dead letters whose storage is away. */
@Execution(ExecutionMode.CONCURRENT) // waits most of the time
class BlobWriterTest {
    private static final BlobNames NAMES = new BlobNames("id-of-the-topic", 3);
    private static final Result AWAY = new Result.Unavailable("it is away");

    private Instant now = NOON;
    private final RecordingBlobStore store = new RecordingBlobStore(taken -> now = now.plus(taken));
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void anUnavailableContainerHasABackoffThatGrowsToHalfAMinute() {
        var writer = writer(null);
        store.answer = AWAY;
        assertThat(waits(writer, 9)).containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L);
        assertThat(store.tried).hasSize(9);
    }

    @Test
    void anAccountThatTakesLongToFailHasALongerBackoffSoThatOthersDoNotWaitForIt() {
        var writer = writer(null);
        store.answer = AWAY;
        store.takes = Duration.ofSeconds(20);
        assertThat(waits(writer, 2)).containsExactly(60_000L, 60_000L);

        writer.settle(part("dead"), NAMES, NOON);
        writer.settle(part("other"), NAMES, NOON);
        assertThat(store.tried).containsExactly("dead", "dead", "dead");
        writer.settle(part("elsewhere", "other"), NAMES, NOON);
        assertThat(store.tried).hasSize(4);
    }

    @Test
    void oneThatRefusesIsAskedTwiceAMinute() {
        var writer = writer(null);
        store.answer = new Result.Rejected("the key is wrong");
        assertThat(waits(writer, 2)).containsExactly(30_000L, 30_000L);
    }

    @Test
    void otherContainersAreWrittenMeanwhile() {
        var writer = writer(null);
        store.answer = AWAY;
        writer.settle(part("dead"), NAMES, NOON);
        store.answer = new Result.Written();
        assertThat(writer.settle(part("dead"), NAMES, NOON)).isFalse();
        assertThat(writer.settle(part("other"), NAMES, NOON)).isTrue();
        assertThat(store.tried).containsExactly("dead", "other");
    }

    @Test
    void anOldBacklogIsNotDroppedWhenItsStorageFailsOnce() {
        now = NOON.plus(Duration.ofHours(5));
        store.answer = AWAY;
        var writer = writer(Duration.ofHours(4));
        assertThat(writer.settle(part("dead"), NAMES, now)).isFalse();
        now = now.plus(Duration.ofHours(5));
        assertThat(writer.settle(part("dead"), NAMES, now)).isFalse();
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    @Test
    void lettersAreDroppedAtTheNextTryAfterFourHoursOfOutage() {
        var writer = writer(Duration.ofHours(4));
        askInVainUntil(writer, "dead", NOON.plus(Duration.ofHours(4)).minusMillis(1));
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
        askInVainUntil(writer, "dead", NOON.plus(Duration.ofHours(4)).plusSeconds(30));
        assertThat(dropped("StorageUnavailable")).isEqualTo(1);
    }

    @Test
    void nothingIsDroppedThatWasNotTriedItself() {
        var writer = writer(Duration.ofHours(4));
        askInVainUntil(writer, "dead", NOON.plus(Duration.ofHours(4)).plusSeconds(30));
        int tried = store.tried.size();

        assertThat(writer.worthTrying(UnsettledBatch.of(part("dead")), NOON)).isTrue();
        assertThat(writer.settle(part("dead"), NAMES, NOON)).isTrue();
        assertThat(store.tried).hasSize(tried + 1);
        store.answer = new Result.Written();
        assertThat(writer.settle(part("dead"), NAMES, NOON)).isTrue();
        assertThat(dropped("StorageUnavailable")).isEqualTo(2);
    }

    @Test
    void timeWithoutRequestsDoesNotCount() {
        var writer = writer(Duration.ofHours(4));
        askInVainUntil(writer, "dead", NOON.plus(Duration.ofHours(2)));
        now = now.plus(Duration.ofHours(10));
        askInVainUntil(writer, "dead", now.plus(Duration.ofMinutes(117)));
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
        askInVainUntil(writer, "dead", now.plus(Duration.ofMinutes(4)));
        assertThat(dropped("StorageUnavailable")).isEqualTo(1);
    }

    @Test
    void timeInWhichTheStorageTookOthersDoesNotCount() {
        var writer = writer(Duration.ofHours(4));
        for (int hour = 1; hour <= 8; hour++) {
            askInVainUntil(writer, "dead", now.plus(Duration.ofMinutes(25)));
            store.answer = new Result.Written();
            now = now.plus(Duration.ofSeconds(31));
            writer.settle(part("dead"), NAMES, NOON);
            now = now.plus(Duration.ofMinutes(35));
        }
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    @Test
    void theOutageBeforeTheAppendCountsAndTheAgeDoesNot() {
        store.answer = AWAY;
        var old = again(Duration.ofHours(4).minusMillis(1));
        assertThat(writer(Duration.ofHours(4)).settle(old, NAMES, NOON)).isFalse();
        assertThat(metrics.find("tidings.dropped").counter()).isNull();

        assertThat(writer(Duration.ofHours(4)).settle(again(Duration.ofHours(4)), NAMES, NOON))
                .isTrue();
        assertThat(store.tried).hasSize(2);
        assertThat(dropped("StorageUnavailable")).isEqualTo(1);
    }

    @Test
    void aBrokersClockThatIsBehindAddsNothing() {
        var writer = writer(Duration.ofHours(4));
        askInVainUntil(writer, "dead", NOON.plus(Duration.ofHours(1)));
        assertThat(writer.unavailable(UnsettledBatch.of(part("dead")), now, now))
                .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
        assertThat(writer.unavailable(UnsettledBatch.of(part("dead")), NOON, now))
                .isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
    }

    /** As often as the exporter would. */
    private void askInVainUntil(BlobWriter writer, String container, Instant end) {
        store.answer = AWAY;
        while (!now.isAfter(end) && !writer.settle(part(container), NAMES, NOON)) {
            now = now.plusMillis(500);
        }
    }

    @Test
    void withoutALimitItIsNeverDropped() {
        var writer = writer(null);
        store.answer = AWAY;
        now = NOON.plus(Duration.ofDays(400));
        assertThat(writer.settle(part("dead"), NAMES, NOON)).isFalse();
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    @Test
    void itIsTriedOnceEvenWhenTheLimitIsZero() {
        assertThat(writer(Duration.ZERO).settle(part("dead"), NAMES, NOON)).isTrue();
        assertThat(store.tried).containsExactly("dead");
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    @Test
    void aMissingContainerIsDroppedAndCountedAtOnce() {
        store.answer = new Result.ContainerMissing();
        assertThat(writer(null).settle(part("dead"), NAMES, NOON)).isTrue();
        assertThat(dropped("ContainerNotFound")).isEqualTo(1);
    }

    @Test
    void anAccountWithoutStorageCountsAsUnavailableBecauseItMayStillBeSet() {
        var writer = writer(
                new BlobStores(Map.of("other", store), null),
                Duration.ofHours(4),
                AllowedContainers.ANY,
                new RecordedEnds());
        assertThat(writer.settle(part("dead"), NAMES, NOON)).isFalse();
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
        askInVainUntil(writer, "dead", NOON.plus(Duration.ofHours(4)).plusSeconds(30));
        assertThat(dropped("StorageUnavailable")).isEqualTo(1);
    }

    @Test
    void lettersOfATopicThatTheirContainerIsNotForWaitAndDelayNobodyElse() {
        var writer = writer(
                new BlobStores(Map.of(), store),
                Duration.ofHours(4),
                containers("archive/ours", "orders"),
                new RecordedEnds());
        var theirs = UnsettledBatch.of(part("theirs"));
        assertThat(writer.settle(part("theirs"), NAMES, NOON)).isFalse();
        assertThat(writer.worthTrying(theirs, NOON)).isFalse();
        assertThat(writer.settle(part("ours"), NAMES, NOON)).isTrue();
        now = NOON.plus(Duration.ofHours(4).minusMillis(1));
        assertThat(writer.worthTrying(theirs, NOON)).isFalse();
        now = NOON.plus(Duration.ofHours(4));
        assertThat(writer.worthTrying(theirs, NOON)).isTrue();
        assertThat(writer.settle(part("theirs"), NAMES, NOON)).isTrue();
        assertThat(dropped("StorageUnavailable")).isEqualTo(1);
        assertThat(store.tried).containsExactly("ours");
    }

    @Test
    void aDropIsLoggedOnceForASubscriptionAndAReason() {
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        var logger = (Logger) LoggerFactory.getLogger(BlobWriter.class);
        logger.addAppender(logged);
        try {
            var writer = writer(null);
            store.answer = new Result.ContainerMissing();
            writer.settle(part("dead"), NAMES, NOON);
            writer.settle(part("dead"), NAMES, NOON);
            assertThat(dropped("ContainerNotFound")).isEqualTo(2);
        } finally {
            logger.detachAppender(logged);
        }
        var here = Thread.currentThread().getName(); // other tests write this log at the same time
        assertThat(logged.list)
                .filteredOn(event -> event.getThreadName().equals(here))
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement(STRING)
                .contains("orders/to-crm", "ContainerNotFound");
    }

    @Test
    void whatIsWrittenAndWhatIsDroppedIsPublished() {
        var ends = new RecordedEnds();
        var writer = writer(new BlobStores(Map.of(), store), null, AllowedContainers.ANY, ends);
        writer.settle(part("dead"), NAMES, NOON);
        store.answer = AWAY;
        writer.settle(part("away"), NAMES, NOON);
        store.answer = new Result.ContainerMissing();
        writer.settle(part("gone"), NAMES, NOON);
        var name = NAMES.of(part("dead"));
        assertThat(ends.told)
                .containsExactly(
                        "orders/to-crm archive/dead memory://dead/" + name,
                        "orders/to-crm archive/gone ContainerNotFound");
    }

    /** In milliseconds, from the response to the next try. */
    private List<Long> waits(BlobWriter writer, int failures) {
        var waits = new ArrayList<Long>();
        for (int failure = 0; failure < failures; failure++) {
            assertThat(writer.settle(part("dead"), NAMES, NOON)).isFalse();
            var answered = now;
            while (!writer.worthTrying(UnsettledBatch.of(part("dead")), NOON)) {
                now = now.plusMillis(1);
            }
            waits.add(Duration.between(answered, now).toMillis());
        }
        return waits;
    }

    private BlobWriter writer(Duration dropAfter) {
        return writer(new BlobStores(Map.of(), store), dropAfter, AllowedContainers.ANY, new RecordedEnds());
    }

    private BlobWriter writer(BlobStores stores, Duration dropAfter, AllowedContainers containers, BlobNotices ends) {
        return new BlobWriter(
                stores,
                new WindowRule(Duration.ofMinutes(1), Duration.ofMinutes(5)),
                dropAfter,
                containers,
                ends,
                new SilentConditions(),
                new ExporterMetrics(metrics),
                () -> now,
                Tracing.off());
    }

    private double dropped(String reason) {
        return metrics.counter("tidings.dropped", "reason", reason, "topic", "orders", "subscription", "to-crm")
                .count();
    }
}
