package io.tidings.ingest.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.Topics;
import io.tidings.runtime.InvalidSettings;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service names the reason why it does not start, and the places of its settings. */
class IngestStartIT {
    private static final Topics TOPICS = new Topics("ingest-start.");

    @Test
    void everySettingThatKeepsItFromStartingIsNamed() {
        assertThatThrownBy(() -> IngestFixture.under(TOPICS, Map.of("https.port", "0")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContainingAll("tls.certificate", "tls.key");
        assertThatThrownBy(() -> IngestFixture.under(TOPICS, Map.of("public.url", "events.example.com")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("public.url");
    }

    @Test
    void aTakenPortIsNamed() {
        try (var running = IngestFixture.under(TOPICS, Map.of())) {
            assertThatThrownBy(() -> IngestFixture.under(TOPICS, Map.of("http.port", "" + running.program.httpPort())))
                    .isInstanceOf(InvalidSettings.class)
                    .hasMessageContaining("http.port");
        }
    }

    @Test
    void theTokenMayLieInAFile(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("token"), " another-token-of-a-manager \n");
        try (var other = IngestFixture.under(TOPICS, Map.of("admin.token.file", file.toString()))) {
            assertThat(other.manage("GET", "/topics", "").statusCode()).isEqualTo(401);
            assertThat(other.send(HttpRequest.newBuilder(other.uri("/topics"))
                                    .header("Authorization", "Bearer another-token-of-a-manager"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
