package io.tidings.export.blob;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidings.export.blob.BlobStore.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-5: a drive that hangs is unavailable, and blocks no caller for ever. */
class TimeLimitedBlobStoreTest {
    private static final byte[] CONTENT = {'[', ']'};

    @TempDir
    private Path root;

    @Test
    void everyCallReturnsInTimeAndAtMostOneWriteHangs() {
        var hanging = new HangingBlobStore();
        var store = new TimeLimitedBlobStore(hanging, Duration.ofMillis(50));
        assertThat(store.write("dead", "a.json", CONTENT)).isInstanceOf(Result.Unavailable.class);
        assertThat(store.reachable()).isFalse();
        await().until(() -> hanging.asked.get() == 1); // its thread may begin later than the time limit
        assertThat(store.write("dead", "a.json", CONTENT)).isInstanceOf(Result.Unavailable.class);
        assertThat(hanging.asked).hasValue(1);

        hanging.goesOn.countDown();
        await().until(store::reachable);
        assertThat(new TimeLimitedBlobStore(hanging, Duration.ofSeconds(90)).write("dead", "a.json", CONTENT))
                .isEqualTo(new Result.Written());
    }

    @Test
    void anInvalidNameIsRefusedAsWithoutALimit() {
        var store = new TimeLimitedBlobStore(new FileBlobStore(root, true), Duration.ofSeconds(90));
        assertThatThrownBy(() -> store.write("..", "a.json", CONTENT)).isInstanceOf(IllegalArgumentException.class);
        assertThat(store.write("dead", "a.json", CONTENT)).isEqualTo(new Result.Written());
        assertThat(store.url("dead", "a.json")).endsWith("/dead/a.json");
    }

    /** Does not respond until the test continues. */
    private static final class HangingBlobStore implements BlobStore {
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public Result write(String container, String name, byte[] bytes) {
            asked.incrementAndGet();
            try {
                assertThat(goesOn.await(180, SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Result.Written();
        }

        @Override
        public boolean reachable() {
            return true;
        }

        @Override
        public String location() {
            return "drive";
        }

        @Override
        public String url(String container, String name) {
            return "drive:" + container + "/" + name;
        }

        @Override
        public void sweep(Instant now) {}

        @Override
        public void close() {}
    }
}
