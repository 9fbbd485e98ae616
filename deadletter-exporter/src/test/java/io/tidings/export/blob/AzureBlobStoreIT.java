package io.tidings.export.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.blob.BlobStore.Result;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-4 and B-DLQ-5 with containers of Azure Blob Storage, in Azurite. */
class AzureBlobStoreIT implements BlobStoreContract, BlobReaderContract {
    private static final String ACCOUNT_NAME = "&account_name=" + Azurite.ACCOUNT;

    @TempDir
    private static Path data;

    private static Azurite azurite;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.start(data, 0);
        azurite.createContainer(CONTAINER);
    }

    @AfterAll
    static void stop() {
        if (azurite != null) {
            azurite.close();
        }
    }

    @Override
    public BlobStore store() {
        return open(azurite.uri());
    }

    @Override
    public String uri() {
        return azurite.uri() + ACCOUNT_NAME;
    }

    @Override
    public String uriOfStorageThatIsAway() {
        return "azblob://?endpoint=http://127.0.0.1:1&account_key=" + Azurite.KEY + ACCOUNT_NAME;
    }

    @Override
    public BlobStore storeThatIsAway() {
        return open("azblob://?endpoint=http://127.0.0.1:1&account_key=" + Azurite.KEY);
    }

    @Override
    public byte[] read(String name) throws Exception {
        return azurite.read("/" + CONTAINER + "/" + name);
    }

    @Test
    void aWrongKeyIsRefusedAndNeverShown() {
        var wrong = "QUJD" + Azurite.KEY.substring(4);
        var store = open("azblob://?endpoint=" + azurite.endpoint() + "&account_key=" + wrong);
        var result = store.write(CONTAINER, BLOB, CONTENT);
        assertThat(result).isInstanceOf(Result.Rejected.class);
        assertThat(result + store.location() + store.url(CONTAINER, BLOB) + store)
                .doesNotContain(wrong);
    }

    @Test
    void aSignatureInATokenIsNeverShownEither() {
        var store = open("azblob://?endpoint=" + azurite.endpoint() + "&sas_token=sv%3D2021%26sig%3DTOPSECRET");
        assertThat(String.valueOf(store.write(CONTAINER, BLOB, CONTENT)))
                .contains("Rejected")
                .doesNotContain("TOPSECRET");
    }

    @Test
    void containersMayBeFoldersOfOne() throws Exception {
        var store = open(azurite.uri().replace("azblob://", "azblob://" + CONTAINER + "/letters/"));
        assertThat(store.write("any-name", BLOB, CONTENT)).isEqualTo(new Result.Written());
        assertThat(read("letters/any-name/" + BLOB)).isEqualTo(CONTENT);
        assertThat(store.url("any-name", BLOB)).isEqualTo(azurite.endpoint() + "/dead/letters/any-name/" + BLOB);
    }

    private static BlobStore open(String uri) {
        return BlobStores.of(Map.of(Azurite.ACCOUNT, uri), null, false, Duration.ofSeconds(90))
                .of(Azurite.ACCOUNT)
                .orElseThrow();
    }
}
