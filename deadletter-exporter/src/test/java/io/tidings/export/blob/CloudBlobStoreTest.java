package io.tidings.export.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.blob.BlobStore.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** B-DLQ-5: a storage that accepts and never responds is unavailable, and blocks no caller for ever. */
class CloudBlobStoreTest {
    @Test
    void aStorageThatDoesNotRespondInTimeIsUnavailableAndItsConnectionClosed() throws IOException {
        try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            var store = new CloudBlobStore(
                    StorageUri.parse("azblob://?endpoint=http://127.0.0.1:" + silent.getLocalPort()
                            + "&account_name=one&account_key=QUJD"),
                    Duration.ofMillis(300));
            assertThat(store.write("dead", "a.json", new byte[10])).isInstanceOf(Result.Unavailable.class);
            try (var connection = silent.accept()) {
                connection.setSoTimeout(20_000);
                assertThat(connection.getInputStream().readAllBytes()).isNotEmpty();
            }
            assertThat(store.reachable()).isFalse();
            assertThat(store.write("dead", "a.json", new byte[10])).isInstanceOf(Result.Unavailable.class);
        }
    }
}
