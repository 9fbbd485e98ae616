package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.export.blob.PagedStorage.Protocol;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dead letters that a cloud holds are read completely, or the reader fails. */
class CloudBlobReaderTest {
    private static final String FOLDER = "ALPHA/2026/3/7/9/";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PagedStorage storage = new PagedStorage();

    @AfterEach
    void close() {
        storage.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyPageOfAFolderIsListed(Protocol protocol) throws IOException {
        fill(FOLDER);
        storage.write("dead", "ALPHA/2026/3/7/10/other-hour.json", "[]");
        try (var reader = reader(storage.uri(protocol), PATIENCE)) {
            assertThat(reader.list("dead", FOLDER))
                    .containsExactly(
                            FOLDER + "1.json",
                            FOLDER + "2.json",
                            FOLDER + "3.json",
                            FOLDER + "4.json",
                            FOLDER + "5.json");
            assertThat(storage.pages()).isEqualTo(3);
            assertThat(reader.read("dead", FOLDER + "5.json")).isEqualTo("[5]".getBytes(UTF_8));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFolderBelowIsNoBlob(Protocol protocol) throws IOException {
        fill("ALPHA/");
        storage.write("dead", "ALPHA/2026/1.json", "[]");
        try (var reader = reader(storage.uri(protocol), PATIENCE)) {
            assertThat(reader.list("dead", "ALPHA/")).hasSize(5).doesNotContain("ALPHA/2026/");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aContainerMayBeAFolderOfAnother(Protocol protocol) throws IOException {
        storage.write("all", "letters/dead/" + FOLDER + "1.json", "[1]");
        var uri = storage.uri(protocol).replaceFirst("://", "://all/letters");
        try (var reader = reader(uri, PATIENCE)) {
            assertThat(reader.list("dead", FOLDER)).containsExactly(FOLDER + "1.json");
            assertThat(reader.read("dead", FOLDER + "1.json")).isEqualTo("[1]".getBytes(UTF_8));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMissingBlobIsNamed(Protocol protocol) {
        try (var reader = reader(storage.uri(protocol), PATIENCE)) {
            assertThatThrownBy(() -> reader.read("dead", FOLDER + "1.json"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(FOLDER + "1.json");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aListThatBreaksOffIsAFailureAndNoShortList(Protocol protocol) {
        fill(FOLDER);
        for (int status : new int[] {403, 500, 503}) {
            storage.respondAfterTheFirstPage(ScriptedResponse.status(status));
            try (var reader = reader(storage.uri(protocol), PATIENCE)) {
                assertThatThrownBy(() -> reader.list("dead", FOLDER))
                        .as("status %d", status)
                        .isInstanceOf(IOException.class)
                        .hasMessageNotContainingAny("TOPSECRET", "VE9QU0VDUkVU");
                assertThatThrownBy(() -> reader.read("dead", FOLDER + "1.json"))
                        .as("status %d", status)
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStorageThatDoesNotRespondInTimeFails(Protocol protocol) {
        fill(FOLDER);
        storage.respondAfterTheFirstPage(ScriptedResponse.hang());
        try (var reader = reader(storage.uri(protocol), Duration.ofMillis(300))) {
            assertThatThrownBy(() -> reader.list("dead", FOLDER)).hasMessageContaining("within 300 ms");
            assertThatThrownBy(() -> reader.read("dead", FOLDER + "1.json")).hasMessageContaining("within 300 ms");
        }
    }

    private void fill(String folder) {
        for (int i = 1; i <= 5; i++) {
            storage.write("dead", folder + i + ".json", "[" + i + "]");
        }
    }

    private static BlobReader reader(String uri, Duration timeLimit) {
        return new BlobReaders(Map.of(), uri, timeLimit).open("any").orElseThrow();
    }
}
