package io.tidings.export.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tidings.export.blob.BlobReader;
import io.tidings.export.source.BlobRequests.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A storage that does not respond holds up nobody. */
class BlobRequestsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final SlowStorage storage = new SlowStorage();
    private final BlobRequests requests = new BlobRequests(storage, "dead");

    @Test
    void aRequestIsPendingUntilItsResponseComes() {
        requests.list("BILLING/");
        assertThat(requests.poll(Duration.ofMillis(1))).isEmpty();
        assertThat(requests.pending()).isTrue();
        storage.responds.countDown();
        assertThat(requests.poll(LONG)).contains(new Response.Folder(List.of("BILLING/a.json")));
        assertThat(requests.pending()).isFalse();
        assertThat(requests.poll(LONG)).isEmpty();
        requests.close();
    }

    @Test
    void aRequestThatFailsIsNoLongerPending() {
        storage.responds.countDown();
        requests.list("BROKEN/");
        assertThatExceptionOfType(SourceUnavailable.class)
                .isThrownBy(() -> requests.poll(LONG))
                .withMessageContaining("cannot be read: status 503");
        assertThat(requests.pending()).isFalse();
        requests.close();
    }

    @Test
    void theReaderStaysOpenUntilThePendingRequestHasEnded() {
        requests.list("BILLING/");
        requests.close();
        assertThat(storage.closed).isFalse();
        storage.responds.countDown();
        await().until(() -> storage.closed);
    }

    private static final class SlowStorage implements BlobReader {
        private final CountDownLatch responds = new CountDownLatch(1);
        private volatile boolean closed;

        @Override
        public List<String> list(String container, String folder) throws IOException {
            try {
                responds.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (folder.equals("BROKEN/")) {
                throw new IOException("status 503");
            }
            return List.of(folder + "a.json");
        }

        @Override
        public byte[] read(String container, String name) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
