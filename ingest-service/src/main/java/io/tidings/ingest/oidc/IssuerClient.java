package io.tidings.ingest.oidc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.JWKSet;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.runtime.http.HttpReply;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Asks the issuer for its keys: its discovery document says where they are. */
final class IssuerClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int AT_ONCE = 2;
    private static final int OK = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The issuer gave no keys. */
    static final class NoKeysException extends Exception {
        private static final long serialVersionUID = 1;

        /** @param sentence the reason, for people */
        NoKeysException(String sentence) {
            super(sentence);
        }
    }

    private final OidcSettings settings;
    private final CheckedClient http;

    /** Of the last document; a browser needs them, the keys do not. */
    private volatile Optional<SignInEndpoints> endpoints = Optional.empty();

    private IssuerClient(OidcSettings settings, CheckedClient http) {
        this.settings = settings;
        this.http = http;
    }

    static IssuerClient open(OidcSettings settings) {
        return new IssuerClient(
                settings,
                CheckedClient.open(
                        "the OIDC issuer",
                        new EndpointRules(settings.allowHttp()),
                        AddressRules.ANYWHERE,
                        null,
                        LIMIT,
                        AT_ONCE));
    }

    JWKSet keys() throws NoKeysException {
        var discovery = json(settings.discovery());
        var issuer = discovery.path("issuer").asText();
        if (!issuer.equals(settings.issuer().toString())) {
            throw new NoKeysException("the OIDC issuer calls itself \"" + issuer + "\" and not " + settings.issuer()
                    + ", as oidc.issuer does");
        }
        endpoints = SignInEndpoints.of(discovery, settings.allowHttp());
        var location = discovery.path("jwks_uri").asText();
        try {
            return JWKSet.parse(text(URI.create(location)));
        } catch (IllegalArgumentException | ParseException _) {
            throw new NoKeysException("the OIDC issuer has no keys that can be read at \"" + location + "\"");
        }
    }

    /** Returns what the document said that was read with the keys; empty before that. */
    Optional<SignInEndpoints> endpoints() {
        return endpoints;
    }

    private JsonNode json(URI url) throws NoKeysException {
        try {
            return JSON.readTree(text(url));
        } catch (JsonProcessingException _) {
            throw new NoKeysException("the OIDC issuer's response is not JSON: " + url);
        }
    }

    private String text(URI url) throws NoKeysException {
        if (url.getScheme() == null || url.getHost() == null) {
            throw new IllegalArgumentException("no URL: " + url);
        }
        return switch (http.send(new HttpQuestion("GET", url, Map.of("accept", "application/json"), ""), null)) {
            case HttpReply.WholeResponse(var status, var _, var body) -> {
                if (status != OK) {
                    throw new NoKeysException("the OIDC issuer responded " + status + ": " + url);
                }
                yield body;
            }
            case HttpReply.ResponseMissing(var reason, var _) -> throw new NoKeysException(reason + ": " + url);
            case HttpReply.ProxyUnavailable(var reason) -> throw new NoKeysException(reason + ": " + url);
            case HttpReply.RequestWithheld(var reason) -> throw new NoKeysException(reason + ": " + url);
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
