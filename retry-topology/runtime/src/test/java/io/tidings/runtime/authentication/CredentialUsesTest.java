package io.tidings.runtime.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.AzureApplication;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.SignedAssertion;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-AUTH-4: a credential is for the topics and origins that its settings state. */
class CredentialUsesTest {
    private static final Authentication PARTNER = new Authentication(null, "partner", null);
    private static final CredentialSettings SETTINGS = read(Map.of(
            "endpoint.identity.partner", "/etc/partner.pem",
            "endpoint.identity.partner.topics", "shop*, orders",
            "endpoint.identity.partner.origins", "https://*.partner.example,https://login.example",
            "endpoint.identity.anybody", "/etc/anybody.pem",
            "oauth.azure.application.orders", "api://orders",
            "oauth.azure.application.orders.topics", "orders"));

    @Test
    void anIdentityIsForItsTopicsAndOrigins() {
        assertThat(broken("shop-eu", "https://a.partner.example/hook", PARTNER)).isEmpty();
        assertThat(broken("orders", "https://a.partner.example:443/", PARTNER)).isEmpty();
        assertThat(broken("bills", "https://a.partner.example/hook", PARTNER))
                .containsExactly("properties.tidings.authentication.identity");
        assertThat(broken("orders", "https://evil.example/hook", PARTNER)).hasSize(1);
        assertThat(broken("bills", "https://evil.example/", new Authentication(null, "anybody", null)))
                .isEmpty();
    }

    @Test
    void anIdentityThatSignsIsForTheTokenUrlAsWell() {
        assertThat(broken("orders", "https://a.partner.example/", signing("https://login.example/token")))
                .isEmpty();
        assertThat(broken("orders", "https://a.partner.example/", signing("https://evil.example/token")))
                .containsExactly("properties.tidings.authentication.oauth2.identity");
        assertThat(broken("orders", "https://evil.example/", signing("https://login.example/token")))
                .hasSize(1);
    }

    @Test
    void anApplicationThatIsNotNamedIsForNobodyOnceOneIs() {
        assertThat(application("orders", "api://orders")).isEmpty();
        assertThat(application("bills", "api://orders")).hasSize(1);
        assertThat(application("orders", "api://other")).hasSize(1);
        assertThat(CredentialSettings.NONE.brokenBy(azure("orders", "api://other")))
                .isEmpty();
    }

    @Test
    void amongSeveralTeamsWhatIsNotStatedIsForNobody() {
        var strict = SETTINGS.onlyAsStated();
        assertThat(strict.brokenBy(subscription("orders", "https://a.partner.example/", PARTNER)))
                .isEmpty();
        for (var name : List.of("anybody", "nobody")) {
            assertThat(strict.brokenBy(
                            subscription("orders", "https://a.example/", new Authentication(null, name, null))))
                    .hasSize(1);
        }
        assertThat(strict.brokenBy(azure("orders", "api://orders")))
                .as("it states no origins")
                .hasSize(1);
    }

    @Test
    void anUnreadableListIsAProblem() {
        assertThatThrownBy(() -> read(Map.of(
                        "endpoint.identity.a", "/a.pem",
                        "endpoint.identity.a.topics", "no topic",
                        "endpoint.identity.a.origins", "a.example",
                        "endpoint.trust.b.topics", "*")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("endpoint.identity.a.topics: ")
                .hasMessageContaining("endpoint.identity.a.origins: ")
                .hasMessageContaining("endpoint.trust.b.topics: endpoint.trust.b is not set");
    }

    private static Authentication signing(String tokenUrl) {
        return new Authentication(
                new OAuth2(URI.create(tokenUrl), "c", new SignedAssertion("partner"), null, null), null, null);
    }

    private static List<String> broken(String topic, String endpoint, Authentication authentication) {
        return SETTINGS.brokenBy(subscription(topic, endpoint, authentication)).stream()
                .map(Violation::path)
                .toList();
    }

    private static List<Violation> application(String topic, String application) {
        return SETTINGS.brokenBy(azure(topic, application));
    }

    private static Subscription azure(String topic, String application) {
        return subscription(
                topic, "https://a.example/", Authentication.NONE, new AzureApplication("tenant", application));
    }

    private static Subscription subscription(String topic, String endpoint, Authentication authentication) {
        return subscription(topic, endpoint, authentication, null);
    }

    private static Subscription subscription(
            String topic, String endpoint, Authentication authentication, @Nullable AzureApplication azure) {
        return new Subscription(
                        new SubscriptionKey(topic, "one"),
                        new Webhook(URI.create(endpoint), null, List.of(), azure),
                        EventFilter.EVERYTHING,
                        null,
                        RetryPolicy.DEFAULT,
                        null,
                        null,
                        List.of())
                .with(Extensions.NONE.with(authentication));
    }

    private static CredentialSettings read(Map<String, String> values) {
        return CredentialSettings.of(Settings.of(
                Setting.define(new ConfigDef(), CredentialSettings.SETTINGS), CredentialSettings.PREFIXES, values));
    }
}
