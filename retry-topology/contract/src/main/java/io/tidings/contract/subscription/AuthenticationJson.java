package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.subscription.OAuth2.ClientAuthentication;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.OAuth2.SignedAssertion;
import java.net.URI;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.authentication} (B-AUTH-2, B-AUTH-3). */
final class AuthenticationJson {
    static final String MEMBER = "authentication";

    private static final String CLIENT_SECRET = "clientSecret";
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");

    private AuthenticationJson() {}

    /** @param sealed whether secrets may be sealed, as in records */
    static Authentication read(JsonObjectReader tidings, EndpointRules endpoints, boolean sealed) {
        var authentication = tidings.object(MEMBER);
        var oauth2 = oauth2(authentication.object("oauth2"), endpoints, sealed);
        var identity = name(authentication, "identity");
        var trust = name(authentication, "trust");
        authentication.refuseOthers();
        return new Authentication(oauth2, identity, trust);
    }

    private static @Nullable String name(JsonObjectReader authentication, String member) {
        var name = authentication.text(member);
        if (name != null && !NAME.matcher(name).matches()) {
            authentication.broken(member, "must be a name of 1 to 64 small letters, digits and -");
        }
        return name;
    }

    private static @Nullable OAuth2 oauth2(JsonObjectReader oauth2, EndpointRules endpoints, boolean sealed) {
        if (!oauth2.present()) {
            return null;
        }
        var url = oauth2.requiredText("tokenUrl");
        var rule = url.isBlank() ? "is required" : endpoints.brokenBy(url);
        if (rule != null && !url.isBlank()) {
            oauth2.broken("tokenUrl", rule);
        }
        var client = oauth2.requiredText("clientId");
        var method = clientAuthentication(oauth2, sealed);
        var scope = oauth2.text("scope");
        var audience = oauth2.text("audience");
        oauth2.refuseOthers();
        return rule == null ? new OAuth2(URI.create(url), client, method, scope, audience) : null;
    }

    private static ClientAuthentication clientAuthentication(JsonObjectReader oauth2, boolean sealed) {
        var word = Objects.requireNonNullElse(oauth2.text("clientAuthentication"), Place.BASIC.wireName());
        if (word.equals(SignedAssertion.WIRE_NAME)) {
            if (oauth2.text(CLIENT_SECRET) != null) {
                oauth2.broken(CLIENT_SECRET, "must be left out: with private_key_jwt the client has a key instead");
            }
            oauth2.requiredText("identity");
            return new SignedAssertion(Objects.requireNonNullElse(name(oauth2, "identity"), ""));
        }
        var secret = oauth2.requiredText(CLIENT_SECRET);
        if (Keyring.isSealed(secret) && !sealed) {
            oauth2.broken(CLIENT_SECRET, "is sealed and cannot be opened here; give the value again");
        }
        return new ClientSecret(secret, place(oauth2, word));
    }

    private static Place place(JsonObjectReader oauth2, String word) {
        return Arrays.stream(Place.values())
                .filter(each -> each.wireName().equals(word))
                .findFirst()
                .orElseGet(() -> {
                    oauth2.broken(
                            "clientAuthentication",
                            "must be client_secret_basic, client_secret_post or private_key_jwt");
                    return Place.BASIC;
                });
    }

    /** @param hideSecrets whether for management responses, not for the record */
    static void write(Authentication authentication, ObjectNode tidings, boolean hideSecrets) {
        if (authentication.equals(Authentication.NONE)) {
            return;
        }
        var json = tidings.putObject(MEMBER);
        if (authentication.oauth2() != null) {
            write(authentication.oauth2(), json.putObject("oauth2"), hideSecrets);
        }
        putIfAny(json, "identity", authentication.identity());
        putIfAny(json, "trust", authentication.trust());
    }

    private static void write(OAuth2 oauth2, ObjectNode json, boolean hideSecrets) {
        json.put("tokenUrl", hideSecrets ? oauth2.baseUrl() : oauth2.tokenUrl().toString());
        json.put("clientId", oauth2.clientId());
        json.put("clientAuthentication", oauth2.clientAuthentication().wireName());
        switch (oauth2.clientAuthentication()) {
            case ClientSecret(var value, var _) -> json.put(CLIENT_SECRET, hideSecrets ? null : value);
            case SignedAssertion(var identity) -> json.put("identity", identity);
        }
        putIfAny(json, "scope", oauth2.scope());
        putIfAny(json, "audience", oauth2.audience());
    }
}
