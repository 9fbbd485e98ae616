package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.secret.HmacSha256;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.runtime.http.HttpReply;
import io.tidings.runtime.http.OutgoingProxy;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The requests of this service to the webhooks of agents: the verification before any event, and control messages. They
 * obey the address rules of deliveries, and are signed like these. Blocking; meant for virtual threads.
 */
final class Callbacks implements AutoCloseable {
    private static final String SERVER = "the callback";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int AT_ONCE = 32;

    /** Endpoints that take long to hear of an end must not keep others from being verified. */
    private static final int ENDS_AT_ONCE = 8;

    private static final String CHALLENGE_FAILED = "challenge_failed";
    private static final int NONCE_BYTES = 24;

    private final CheckedClient client;
    private final CheckedClient ofEnds;
    private final RandomGenerator random;
    private final Clock clock;

    private Callbacks(CheckedClient client, CheckedClient ofEnds, RandomGenerator random, Clock clock) {
        this.client = client;
        this.ofEnds = ofEnds;
        this.random = random;
        this.clock = clock;
    }

    /** @param proxy null for none */
    static Callbacks open(
            EndpointRules endpoints,
            AddressRules addresses,
            @Nullable OutgoingProxy proxy,
            RandomGenerator random,
            Clock clock) {
        return new Callbacks(
                CheckedClient.open(SERVER, endpoints, addresses, proxy, LIMIT, AT_ONCE),
                CheckedClient.open(SERVER, endpoints, addresses, proxy, LIMIT, ENDS_AT_ONCE),
                random,
                clock);
    }

    /** Returns the same for each way to write the name of a host. */
    static String host(URI url) {
        return url.getHost().toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    }

    /**
     * Asks whether the callback wants the events of the subscription.
     *
     * @return the word for the reason why it does not pass; empty if it does
     */
    Optional<String> verify(AgentId id, URI url, String secret) {
        var challenge = nonce();
        var body = JsonNodeFactory.instance
                .objectNode()
                .put("type", "verification")
                .put("challenge", challenge);
        return reason(send(client, id.shown(), url, secret, "verification", body), challenge);
    }

    /** Tells an agent that its subscription has ended; nobody waits for it. */
    void terminated(String id, URI url, String secret, McpError error) {
        var body = JsonNodeFactory.instance.objectNode().put("type", "terminated");
        body.set("error", error.json());
        Thread.ofVirtual().name("terminated-" + id).start(() -> send(ofEnds, id, url, secret, "terminated", body));
    }

    private HttpReply send(CheckedClient through, String id, URI url, String secret, String type, ObjectNode body) {
        var text = body.toString();
        var messageId = "msg_" + type + "_" + nonce();
        long timestamp = clock.instant().getEpochSecond();
        var signature = SigningSecret.sign(
                HmacSha256.of(SigningSecret.key(secret)),
                messageId,
                timestamp,
                mac -> mac.update(text.getBytes(UTF_8)));
        return through.send(
                new HttpQuestion(
                        "POST",
                        url,
                        Map.of(
                                "content-type",
                                "application/json",
                                "webhook-id",
                                messageId,
                                "webhook-timestamp",
                                Long.toString(timestamp),
                                "webhook-signature",
                                signature,
                                "x-mcp-subscription-id",
                                id),
                        text),
                null);
    }

    private String nonce() {
        var bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Says no more than a category: what is behind an address is nobody's business. */
    static Optional<String> reason(HttpReply reply, String challenge) {
        return switch (reply) {
            case HttpReply.WholeResponse response -> {
                int hundreds = response.status() / 100;
                if (hundreds == 4 || hundreds == 5) {
                    yield Optional.of("http_" + hundreds + "xx");
                }
                yield hundreds == 2 && isAnswer(response.body(), challenge)
                        ? Optional.empty()
                        : Optional.of(CHALLENGE_FAILED);
            }
            case HttpReply.ResponseMissing(var _, var cause) -> Optional.of(category(cause));
            case HttpReply.ProxyUnavailable _, HttpReply.RequestWithheld _ -> Optional.of("connection_refused");
        };
    }

    private static boolean isAnswer(String body, String challenge) {
        var answer =
                ResourceJson.orMissing(body.getBytes(UTF_8)).path("challenge").asText();
        return MessageDigest.isEqual(answer.getBytes(UTF_8), challenge.getBytes(UTF_8));
    }

    private static String category(HttpReply.Cause cause) {
        return switch (cause) {
            case NOT_REACHED -> "connection_refused";
            case TLS -> "tls_error";
            case TIMED_OUT -> "timeout";
            case TOO_LARGE -> CHALLENGE_FAILED;
        };
    }

    @Override
    public void close() {
        client.close();
        ofEnds.close();
    }
}
