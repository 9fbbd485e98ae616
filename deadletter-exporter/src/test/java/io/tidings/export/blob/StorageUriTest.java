package io.tidings.export.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DLQ-1: a storage is named by one URI, to which the container is appended. */
class StorageUriTest {
    @ParameterizedTest
    @CsvSource({
        "azblob://?account_name=a, container=dead, root=/",
        "azblob://box?account_name=a, container=box, root=/dead/",
        "azblob://box/a/b/?account_name=a, container=box, root=/a/b/dead/",
        "s3://, bucket=dead, root=/",
        "s3://my.bucket/letters, bucket=my.bucket, root=/letters/dead/",
        "gs://box, bucket=box, root=/dead/"
    })
    void theContainerIsAppended(String uri, String bucket, String root) {
        assertThat(StorageUri.parse(uri).configuration("dead").entrySet())
                .extracting(Object::toString)
                .contains(bucket, root);
    }

    @Test
    void anAccountOfAzureIsWhereItsNameSays() {
        var uri = StorageUri.parse("azblob://?account_key=QUJD").of("archive");
        assertThat(uri.configuration("dead"))
                .containsEntry("account_name", "archive")
                .containsEntry("endpoint", "https://archive.blob.core.windows.net");
        assertThat(uri.url("dead", "a.json")).isEqualTo("https://archive.blob.core.windows.net/dead/a.json");
    }

    @Test
    void theStorageOfAllAccountsMustSayWhichAccountOfAzureItIs() {
        assertThatThrownBy(() -> StorageUri.parse("azblob://").of(null)).hasMessageContaining("account_name");
    }

    @Test
    void keysStandInItAsTheyAreAndWhatWouldEndThemIsEscaped() {
        assertThat(StorageUri.parse("azblob://?account_key=a+b/c==&sas_token=sv%3D1%26sig%3Dx")
                        .options())
                .containsEntry("account_key", "a+b/c==")
                .containsEntry("sas_token", "sv=1&sig=x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "azblob://?acount_key=TOPSECRET",
                "azblob://?account_key=QUJD&TOPSECRET",
                "azblob://TOPSECRET@account",
                "ftp://host?key=TOPSECRET",
                "azblob://?account_key=TOPSECRET%",
                "azblob://?account_key=TOPSECRET%zz",
                "azblob:///folder?account_key=TOPSECRET",
                "TOPSECRET"
            })
    void anInvalidKeyIsRefusedWithoutShowingIt(String uri) {
        assertThatThrownBy(() -> StorageUri.parse(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("TOPSECRET");
    }

    @Test
    void anOptionThatDoesNotExistIsNamedWithThoseThatDo() {
        assertThatThrownBy(() -> StorageUri.parse("s3://box?regoin=x"))
                .hasMessageContaining("regoin")
                .hasMessageContaining("region");
    }

    @Test
    void secretsAreTakenOutOfWhatOthersSay() {
        var uri = StorageUri.parse("azblob://box?account_name=archive&account_key=TOPSECRET");
        assertThat(uri.withoutSecrets("archive: TOPSECRET is wrong, GET (http://x/y?sig=abc) failed"))
                .isEqualTo("archive: … is wrong, GET (http://x/y?…) failed");
        assertThat(uri).hasToString("azblob://box");
    }
}
