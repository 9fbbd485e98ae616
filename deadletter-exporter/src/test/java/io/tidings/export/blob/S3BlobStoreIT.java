package io.tidings.export.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.blob.BlobStore.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.opendal.Operator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-4 and B-DLQ-5 with buckets of a server of S3's protocol. */
class S3BlobStoreIT implements BlobStoreContract, BlobReaderContract {
    private static final String KEY = "S3RVER";

    @TempDir
    private static Path data;

    private static NodeServer server;

    @BeforeAll
    static void start() {
        server = NodeServer.s3(data, CONTAINER);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    public BlobStore store() {
        return open("s3://", server.url(), KEY);
    }

    @Override
    public String uri() {
        return uri("s3://", server.url(), KEY);
    }

    @Override
    public String uriOfStorageThatIsAway() {
        return uri("s3://", "http://127.0.0.1:1", KEY);
    }

    @Override
    public BlobStore storeThatIsAway() {
        return open("s3://", "http://127.0.0.1:1", KEY);
    }

    @Override
    public byte[] read(String name) {
        var options = Map.of(
                "bucket", CONTAINER,
                "endpoint", server.url(),
                "region", "us-east-1",
                "access_key_id", KEY,
                "secret_access_key", KEY);
        try (var operator = Operator.of("s3", options)) {
            return operator.read(name);
        }
    }

    @Test
    void anUnknownKeyIsRefused() {
        assertThat(open("s3://", server.url(), "UNKNOWN").write(CONTAINER, BLOB, CONTENT))
                .isInstanceOf(Result.Rejected.class);
    }

    @Test
    void containersMayBeFoldersOfABucket() {
        assertThat(open("s3://dead/letters", server.url(), KEY).write("any-name", BLOB, CONTENT))
                .isEqualTo(new Result.Written());
        assertThat(read("letters/any-name/" + BLOB)).isEqualTo(CONTENT);
    }

    private static BlobStore open(String place, String endpoint, String key) {
        return BlobStores.of(Map.of(), uri(place, endpoint, key), false, Duration.ofSeconds(90))
                .of("any")
                .orElseThrow();
    }

    private static String uri(String place, String endpoint, String key) {
        return place + "?endpoint=" + endpoint + "&region=us-east-1&access_key_id=" + key + "&secret_access_key=" + KEY;
    }
}
