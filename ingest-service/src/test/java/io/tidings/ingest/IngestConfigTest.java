package io.tidings.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.ingest.console.SignIn;
import io.tidings.ingest.server.ServerConfig;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IngestConfigTest {
    @TempDir
    Path folder;

    private Path token;

    @BeforeEach
    void write() throws IOException {
        token = Files.writeString(folder.resolve("admin.token"), "t0ken-of-enough-letters\n");
    }

    /** Only users of this machine may learn where on it the token is. */
    @ParameterizedTest(name = "http.host {0}, management.port {1} on {2}: {3}")
    @CsvSource({
        "127.0.0.1, '', 127.0.0.1, true",
        "localhost, '', 127.0.0.1, true",
        "::1, '', 127.0.0.1, true",
        "0.0.0.0, '', 127.0.0.1, false",
        "0.0.0.0, 8090, 127.0.0.1, true",
        "127.0.0.1, 8090, 0.0.0.0, false"
    })
    void theFileOfTheTokenIsNamedOnLoopbackOnly(String http, String port, String management, boolean named) {
        var config = config(Map.of("http.host", http, "management.port", port, "management.host", management));
        assertThat(config.managers().admin().file()).isEqualTo(named ? token : null);
    }

    @Test
    void managementHasAListenerOfItsOwnOnlyWhenItHasAPort() {
        assertThat(config(Map.of()).server().management()).isNull();
        assertThat(config(Map.of()).publishedAt()).isNull();
        var apart = config(Map.of("management.port", "8090", "public.url", "https://events.example"));
        assertThat(apart.server().management()).isEqualTo(new ServerConfig.Listener("127.0.0.1", 8090));
        assertThat(apart.publishedAt()).hasToString("https://events.example");
        assertThatThrownBy(() -> config(Map.of("management.port", "none")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("management.port");
    }

    /** #32. */
    @Test
    void anAdminTokenThatCouldBeGuessedIsRefused() throws IOException {
        var shortest = "a-token-of-20-letter";
        assertThat(shortest).hasSize(20);
        assertThat(started(Map.of("admin.token", shortest))).isInstanceOf(IngestConfig.class);
        for (var each : List.of(shortest.substring(1), " " + shortest.substring(1), "   ")) {
            assertThatThrownBy(() -> started(Map.of("admin.token", each)))
                    .isInstanceOf(InvalidSettings.class)
                    .hasMessageContaining("admin.token: ")
                    .hasMessageContaining("at least 20 characters")
                    .hasMessageContaining("openssl rand -hex 20")
                    .hasMessageNotContaining(shortest.substring(1));
        }
        Files.writeString(token, "short\n");
        assertThatThrownBy(() -> config(Map.of()))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("admin.token.file: ")
                .hasMessageContaining(token.toString());
        var missing = token.resolveSibling("missing").toString();
        assertThatThrownBy(() -> started(Map.of("admin.token.file", missing)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("cannot be read")
                .hasMessageNotContaining("at least 20");
    }

    /** B-IDENT-2. */
    @Test
    void anIssuerMayHaveSeveralAudiencesAndClaimsOfRoles() {
        var settings = new HashMap<>(Map.of(
                "oidc.issuer", "https://login.example/realm",
                "oidc.audience", "tidings, https://eventgrid.azure.net",
                "oidc.role.claim", "roles,oid",
                "oidc.roles", "9c1e-app=publisher:orders"));
        var oidc = config(settings).managers().oidc();
        assertThat(oidc).isNotNull();
        assertThat(oidc.audiences()).containsExactlyInAnyOrder("tidings", "https://eventgrid.azure.net");
        assertThat(oidc.roleClaims()).containsExactly("roles", "oid");
        settings.put("oidc.audience", " , ");
        assertThatThrownBy(() -> config(settings))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("oidc.audience: oidc.issuer needs it");
    }

    /** B-ACCESS-5. */
    @Test
    void aClientOfTheConsoleNeedsItsIssuerAndTheScopeThatSaysWhoSignsIn() {
        var client = Map.of("console.oidc.client.id", "console");
        assertThatThrownBy(() -> config(client))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("console.oidc.client.id: it is a client of oidc.issuer, which is not set");
        var all = new HashMap<>(client);
        all.putAll(Map.of(
                "oidc.issuer",
                "https://login.example/realm",
                "oidc.audience",
                "tidings",
                "oidc.roles",
                "admins=admin"));
        assertThat(config(all).console().signIn())
                .isEqualTo(new SignIn("https://login.example/realm", "console", "openid"));
        all.put("console.oidc.scope", "profile");
        assertThatThrownBy(() -> config(all))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("console.oidc.scope: openid");
        assertThat(config(Map.of()).console().signIn()).isNull();
    }

    private static IngestConfig started(Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("bootstrap.servers", "localhost:1");
        return IngestConfig.of(Settings.of(IngestConfig.definitions(), IngestConfig.prefixes(), all));
    }

    private IngestConfig config(Map<String, String> settings) {
        var all = new HashMap<>(Map.of("admin.token.file", token.toString()));
        all.putAll(settings);
        return started(all);
    }
}
