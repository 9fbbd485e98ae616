package io.tidings.runtime.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.subscription.AzureApplication;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

class CredentialSettingsTest {
    private static final String URL = "https://login.example.com/{tenant}/oauth2/v2.0/token";

    @Test
    void certificatesHaveOneFileOrTwo() {
        var settings = read(Map.of(
                "endpoint.identity.partner", "/etc/partner.pem",
                "endpoint.identity.other-1", "/etc/other.crt, /etc/other.key",
                "endpoint.trust.internal", "/etc/internal.pem"));
        assertThat(settings.identities())
                .isEqualTo(Map.of(
                        "partner", List.of(Path.of("/etc/partner.pem")),
                        "other-1", List.of(Path.of("/etc/other.crt"), Path.of("/etc/other.key"))));
        assertThat(settings.trusts()).isEqualTo(Map.of("internal", List.of(Path.of("/etc/internal.pem"))));
    }

    @Test
    void everyProblemIsTold() {
        assertThatThrownBy(() -> read(Map.of(
                        "endpoint.identity.No Name", "/etc/a.pem",
                        "endpoint.trust.empty", " ",
                        "oauth.azure.token.url", URL)))
                .isInstanceOfSatisfying(
                        InvalidSettings.class,
                        invalid -> assertThat(invalid.getMessage())
                                .contains(
                                        "endpoint.identity.No Name",
                                        "endpoint.trust.empty",
                                        "oauth.azure.token.url: needs oauth.azure.client.id and"
                                                + " oauth.azure.client.secret"));
        assertThatThrownBy(() -> read(Map.of("oauth.azure.token.url", "https://login.example.com/token")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("{tenant}");
    }

    @Test
    void aTokenOfAnAzureApplicationIsRequestedFromItsTenant() {
        var settings = read(Map.of(
                "oauth.azure.token.url", URL, "oauth.azure.client.id", "tidings", "oauth.azure.client.secret", "hush"));
        assertThat(settings.azureMissing("ingest-service")).isNull();
        assertThat(settings.azure().of(new AzureApplication("example.com", "api://orders")))
                .isEqualTo(new OAuth2(
                        URI.create("https://login.example.com/example.com/oauth2/v2.0/token"),
                        "tidings",
                        new ClientSecret("hush", Place.POST),
                        "api://orders/.default",
                        null));
        assertThat(settings.toString()).doesNotContain("hush");
    }

    @Test
    void withoutTheSettingItSaysWhichOneIsMissing() {
        assertThat(read(Map.of()).azureMissing("ingest-service")).contains("ingest-service", "oauth.azure.token.url");
    }

    private static CredentialSettings read(Map<String, String> values) {
        return CredentialSettings.of(Settings.of(
                Setting.define(new ConfigDef(), CredentialSettings.SETTINGS), CredentialSettings.PREFIXES, values));
    }
}
