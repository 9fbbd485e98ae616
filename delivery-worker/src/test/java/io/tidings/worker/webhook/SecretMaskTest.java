package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.postingTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-TIME-3: which texts are known to be secrets. */
class SecretMaskTest {
    private static final Subscription PLAIN = postingTo("https://example.com/hook");

    @Test
    void headersThatAreMarkedSecretAreMaskedAndOthersAreNot() {
        var mask = SecretMask.of(withHeaders(
                new Static("X-Key", "hush", true),
                new Static("X-Place", "here", false),
                new Dynamic("X-Tenant", "data.tenant")));
        assertThat(masked(mask, "hush here data.tenant")).isEqualTo("____ here data.tenant");
    }

    @Test
    void theCredentialsOfAHeaderAreMaskedWithoutTheirScheme() {
        var mask = SecretMask.of(withHeaders(new Static("Authorization", "Bearer abc.def", true)));
        assertThat(masked(mask, "the token abc.def of Bearer abc.def"))
                .isEqualTo("the token _______ of ______________");
    }

    @Test
    void valuesOfTheQueryAreMaskedAsTheyAreSentAndDecoded() {
        var mask = SecretMask.of(postingTo("https://example.com/hook?v=1&code=a%2Fb%3D&naked-key"));
        assertThat(masked(mask, "v 1 code a%2Fb%3D or a/b= naked-key"))
                .isEqualTo("v 1 code ________ or ____ _________");
    }

    @Test
    void aQueryThatCannotBeDecodedIsMaskedAsItIs() {
        var query = new Webhook(URI.create("https://example.com/hook?code=100%25%ff"));
        assertThat(masked(SecretMask.of(PLAIN.with(query, Extensions.NONE)), "100%25%ff"))
                .isEqualTo("_________");
    }

    @Test
    void aSecretPathAndItsPartsAreMasked() {
        var hook = new Webhook(URI.create("https://hooks.example/services/T000/a%20key"));
        var mask = SecretMask.of(PLAIN.with(hook, Extensions.NONE.withSecretPath()));
        assertThat(masked(mask, "no /services/T000/a%20key, no T000, no a key"))
                .isEqualTo("no ______________________, no ____, no _____");
        assertThat(masked(SecretMask.of(PLAIN.with(hook, Extensions.NONE)), "no T000"))
                .isEqualTo("no T000");
    }

    @Test
    void oauthAndSigningSecretsAreMasked() {
        var oauth2 = new OAuth2(
                URI.create("https://login.example.com/token?tenant-key=blue"),
                "client",
                new ClientSecret("client-secret", Place.BASIC),
                null,
                null);
        var extensions = Extensions.NONE
                .with(new Authentication(oauth2, null, null))
                .with(new Signing("whsec_bmV3", "whsec_b2xk", Instant.MAX));
        var mask = SecretMask.of(PLAIN.with(extensions));
        assertThat(masked(mask, "client client-secret blue whsec_bmV3 bmV3 b2xk"))
                .isEqualTo("client _____________ ____ __________ ____ ____");
    }

    @Test
    void aTokenIsMaskedBesides() {
        var mask = SecretMask.of(withHeaders(new Static("X-Key", "hush", true))).and("token-1");
        assertThat(masked(mask, "hush token-1")).isEqualTo("____ _______");
    }

    @Test
    void aSecretIsMaskedAsJsonQuotesIt() {
        var mask = SecretMask.of(withHeaders(new Static("X-Key", "a\"b\\c", true)));
        assertThat(masked(mask, "{\"key\":\"a\\\"b\\\\c\"}")).isEqualTo("{\"key\":\"_______\"}");
    }

    @Test
    void itsTextHasNoSecret() {
        assertThat(SecretMask.of(withHeaders(new Static("X-Key", "hush", true))))
                .asString()
                .doesNotContain("hush");
    }

    private static Subscription withHeaders(DeliveryAttribute... headers) {
        return PLAIN.with(new Webhook(URI.create("https://example.com/hook"), null, List.of(headers)), Extensions.NONE);
    }

    /** The text with an underscore in the place of each hidden character. */
    private static String masked(SecretMask mask, String text) {
        var shown = new StringBuilder(text);
        mask.in(text).stream().forEach(at -> shown.setCharAt(at, '_'));
        return shown.toString();
    }
}
