package io.tidings.acceptance.browser;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * An issuer of OpenID Connect at which everybody is signed in already: it sends each browser back at once. It gives
 * tokens only for the verifier whose hash came before (RFC 7636), once.
 */
final class FakeIssuer implements AutoCloseable {
    static final String CLIENT = "tidings-console";
    static final String AUDIENCE = "tidings";
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final ScriptedWebhook server = ScriptedWebhook.start();
    private final String realm = server.uri("/realm").toString();
    private final KeyPair key = keyPair();
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private volatile String nonce = "";

    FakeIssuer() {
        server.answers("/realm/.well-known/openid-configuration", json(_ -> """
            {"issuer":"%s","jwks_uri":"%s/keys","authorization_endpoint":"%s/auth","token_endpoint":"%s/token"}\
            """.formatted(realm, realm, realm, realm)));
        var publicKey = (RSAPublicKey) key.getPublic();
        server.answers(
                "/realm/keys",
                json(_ -> "{\"keys\":[{\"kty\":\"RSA\",\"alg\":\"RS256\",\"kid\":\"k1\",\"n\":\"%s\",\"e\":\"%s\"}]}"
                        .formatted(number(publicKey.getModulus()), number(publicKey.getPublicExponent()))));
        server.answers("/realm/auth", ScriptedResponse.computed(this::authorize));
        server.answers("/realm/token", json(this::tokens));
    }

    /** The settings of an installation whose console signs people in here. */
    Map<String, String> settings() {
        return Map.of(
                "oidc.issuer", realm,
                "oidc.audience", AUDIENCE,
                "oidc.roles", "events-operators=operator",
                "console.oidc.client.id", CLIENT);
    }

    String url() {
        return realm;
    }

    /** Gives tokens of another sign-in from now on. */
    void saysAnotherNonce() {
        nonce = "another";
    }

    /** Returns what the token endpoint was sent, in order. */
    List<Map<String, String>> exchanges() {
        return server.requests("/realm/token").stream()
                .map(request -> parameters(request.text()))
                .toList();
    }

    private ScriptedResponse.Status authorize(ReceivedRequest request) {
        var asked = parameters(request.query());
        var code = "code-" + codes.size();
        codes.put(code, asked);
        var back = asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state");
        return ScriptedResponse.status(302, Map.of("Location", back));
    }

    private String tokens(ReceivedRequest request) {
        var sent = parameters(request.text());
        var asked = codes.remove(sent.getOrDefault("code", ""));
        if (asked == null
                || !asked.get("client_id").equals(CLIENT)
                || !asked.get("redirect_uri").equals(sent.get("redirect_uri"))
                || !asked.get("code_challenge").equals(BASE64.encodeToString(sha256(sent.get("code_verifier"))))) {
            return "{\"error\":\"invalid_grant\"}";
        }
        var id = claims(CLIENT).put("nonce", nonce.isEmpty() ? asked.get("nonce") : nonce);
        var access = claims(AUDIENCE);
        access.putArray("roles").add("events-operators");
        return "{\"access_token\":\"%s\",\"id_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":300}"
                .formatted(signed(access), signed(id));
    }

    private ObjectNode claims(String audience) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("iss", realm)
                .put("sub", "otto-7")
                .put("aud", audience)
                .put("exp", Instant.now().plusSeconds(300).getEpochSecond());
    }

    private static ScriptedResponse json(Function<ReceivedRequest, String> body) {
        var headers = Map.of("Content-Type", "application/json", "Access-Control-Allow-Origin", "*");
        return ScriptedResponse.computed(request -> new ScriptedResponse.Status(200, headers, body.apply(request)));
    }

    private static Map<String, String> parameters(String text) {
        var parameters = new HashMap<String, String>();
        for (var pair : text.split("&", -1)) {
            var parts = pair.split("=", 2);
            parameters.put(parts[0], parts.length == 1 ? "" : URLDecoder.decode(parts[1], UTF_8));
        }
        return parameters;
    }

    private String signed(JsonNode claims) {
        var header = "{\"alg\":\"RS256\",\"kid\":\"k1\",\"typ\":\"JWT\"}";
        var content = BASE64.encodeToString(header.getBytes(UTF_8)) + "."
                + BASE64.encodeToString(claims.toString().getBytes(UTF_8));
        try {
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.getPrivate());
            signature.update(content.getBytes(US_ASCII));
            return content + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String number(BigInteger value) {
        var bytes = value.toByteArray();
        return BASE64.encodeToString(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair keyPair() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
