package io.tidings.export;

import static io.tidings.export.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.Storages;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-DLQ-5: what becomes of dead letters whose storage is away. */
class BlobWriterTest {
    private static final BlobNames NAMES = new BlobNames("id", 0);

    private final RecordingBlobStore store = new RecordingBlobStore();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @Test
    void aContainerThatIsAwayIsLeftAloneLongerAndLongerUpToHalfAMinute() {
        var writer = writer(null);
        store.away = true;
        var now = NOON;
        var waits = new ArrayList<Long>();
        for (int failure = 0; failure < 9; failure++) {
            assertThat(writer.settle(part("dead"), NAMES, NOON, now)).isFalse();
            var next = now.plusMillis(1);
            while (!writer.worthTrying(part("dead").destination(), NOON, next)) {
                next = next.plusMillis(1);
            }
            waits.add(Duration.between(now, next).toMillis());
            now = next;
        }
        assertThat(waits).containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L);
        assertThat(store.tried).hasSize(9);
    }

    @Test
    void otherContainersAreWrittenMeanwhile() {
        var writer = writer(null);
        store.away = true;
        writer.settle(part("dead"), NAMES, NOON, NOON);
        store.away = false;
        assertThat(writer.settle(part("dead"), NAMES, NOON, NOON)).isFalse();
        assertThat(writer.settle(part("other"), NAMES, NOON, NOON)).isTrue();
        assertThat(store.tried).containsExactly("dead", "other");
    }

    @Test
    void whatCouldNotBeWrittenLongEnoughIsDroppedAndCounted() {
        var writer = writer(Duration.ofHours(4));
        store.away = true;
        var end = NOON.plus(Duration.ofHours(4));
        assertThat(writer.settle(part("dead"), NAMES, NOON, end.minusMillis(1))).isFalse();
        assertThat(writer.worthTrying(part("dead").destination(), NOON, end)).isTrue();
        assertThat(writer.settle(part("dead"), NAMES, NOON, end)).isTrue();
        assertThat(dropped("StorageUnavailable")).isEqualTo(1);
    }

    @Test
    void withoutALimitItIsNeverDropped() {
        var writer = writer(null);
        store.away = true;
        assertThat(writer.settle(part("dead"), NAMES, Instant.EPOCH, NOON)).isFalse();
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    @Test
    void itIsTriedOnceEvenWhenTheLimitIsZero() {
        assertThat(writer(Duration.ZERO).settle(part("dead"), NAMES, NOON, NOON))
                .isTrue();
        assertThat(store.tried).containsExactly("dead");
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    private BlobWriter writer(Duration dropAfter) {
        return new BlobWriter(new Storages(Map.of(), store), dropAfter, new ExporterMetrics(metrics));
    }

    private static Part part(String container) {
        var record = Examples.deadLetter(Examples.TOPICS, 0, "to-crm", Examples.ACCOUNT, container, "e1");
        var read = (DeadLetter.Read.Legible) DeadLetter.read(7, record.headers(), record.value());
        return new Part(NOON, List.of(read.letter()));
    }

    private double dropped(String reason) {
        return metrics.counter("tidings.dropped", "reason", reason, "topic", "orders", "subscription", "to-crm")
                .count();
    }

    /** Remembers which containers it was asked for, and is away when told so. */
    private static final class RecordingBlobStore implements BlobStore {
        private final List<String> tried = new ArrayList<>();
        private boolean away;

        @Override
        public Result write(String container, String name, byte[] bytes) {
            tried.add(container);
            return away ? new Result.Unavailable("away") : new Result.Written();
        }

        @Override
        public boolean reachable() {
            return !away;
        }

        @Override
        public String location() {
            return "memory";
        }
    }
}
