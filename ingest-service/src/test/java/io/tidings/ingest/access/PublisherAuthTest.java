package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.Validated;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-5, B-IDENT-2: keys, signatures and tokens of publishers. */
class PublisherAuthTest {
    private static final TopicKeys KEYS = new TopicKeys("a2V5LW9uZSt+fn4/Pz8=", "a2V5LXR3bw==");
    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final String ORDERS = "orders";
    private static final String PATH = "/topics/orders/api/events";
    private static final TopicEntry TOPIC = topic(KEYS, false);
    private static final TopicEntry OF_IDENTITIES = topic(KEYS, true);
    private static final Principal SHOP = new Principal(
            "shop",
            List.of(new Grant(Role.PUBLISHER, List.of(new TopicPattern("ord*"))), Grant.ofAllTopics(Role.READER)));

    /** Knows the tokens of a publisher and of an admin, and an expired one. */
    private static final BearerTokens IDENTITIES = (token, _) -> switch (token) {
        case "shop" -> Optional.of(new TokenCheck.Accepted(SHOP));
        case "boss" ->
            Optional.of(new TokenCheck.Accepted(new Principal(
                    "oidc:boss", List.of(Grant.ofAllTopics(Role.ADMIN)), "https://login.example", "roles, oid")));
        case "late" -> Optional.of(TokenCheck.unauthorized("the token has expired"));
        default -> Optional.empty();
    };

    private final PublisherAuth auth = new PublisherAuth(true, true, List.of());

    @Test
    void eitherKeyOpens() {
        assertThat(status(Map.of("aeg-sas-key", KEYS.key1()), "")).isEqualTo(200);
        assertThat(status(Map.of("aeg-sas-key", KEYS.key2()), "")).isEqualTo(200);
        assertThat(status(Map.of("authorization", "SharedAccessKey " + KEYS.key1()), ""))
                .isEqualTo(200);
        assertThat(status(Map.of("authorization", "sharedaccesskey wrong"), "")).isEqualTo(401);
    }

    @ParameterizedTest(name = "key \"{0}\": {1}")
    @CsvSource({"wrong, 401 Unauthorized", "a2V5LW9uZQ, 401 Unauthorized", "'', 400 InvalidSas", "'  ', 400 InvalidSas"
    })
    void aWrongKeyIsRefusedAndAnEmptyOneIsAMistake(String key, String expected) {
        var refused = auth.refusal(request(Map.of("aeg-sas-key", key), ""), ORDERS, TOPIC, NOW)
                .orElseThrow();
        assertThat(refused.status() + " " + refused.details().getFirst().code()).isEqualTo(expected);
    }

    @Test
    void aRefusalNeverRepeatsTheKey() {
        assertThat(auth.refusal(request(Map.of("aeg-sas-key", "s3cr3t-k3y"), ""), ORDERS, TOPIC, NOW)
                        .toString())
                .doesNotContain("s3cr3t-k3y");
    }

    @Test
    void aKeyMayComeInTheQueryEscapedOrNot() {
        assertThat(status(Map.of(), "api-version=2018-01-01&aeg-sas-key=" + escaped(KEYS.key1())))
                .isEqualTo(200);
        assertThat(status(Map.of(), "aeg-sas-key=" + KEYS.key1())).isEqualTo(200);
        assertThat(status(Map.of(), "aeg-sas-key=wrong")).isEqualTo(401);
        assertThat(status(Map.of(), "aeg-sas-key=")).isEqualTo(400);
        assertThat(status(Map.of(), "aeg-sas-key=%zz")).isEqualTo(401);
    }

    @Test
    void withoutCredentialsEveryRequestIsRefused() {
        assertThat(status(Map.of(), "")).isEqualTo(401);
    }

    /** Nor does a topic that does not exist, so that names cannot be found out. */
    @ParameterizedTest
    @CsvSource({"wrong, 401", "'', 400"})
    void aTopicWithoutKeysRespondsLikeOneWithOthers(String key, int status) {
        var headers = Map.of("aeg-sas-key", key);
        assertThat(status(headers, "")).isEqualTo(status);
        assertThat(statusOf(auth.refusal(request(headers, ""), ORDERS, null, NOW)))
                .isEqualTo(status);
    }

    @Test
    void nothingIsAskedForWhereNothingIsRequired() {
        assertThat(new PublisherAuth(false, true, List.of()).refusal(request(Map.of(), ""), ORDERS, null, NOW))
                .isEmpty();
    }

    /** It makes the browser of this machine send it, as text/plain even without asking first. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"https://evil.example, 403", "null, 403", "http://localhost:8080, 200", "http://127.0.0.1, 200"})
    void aPageOfAnotherHostPublishesNothingOnThisMachineWithoutAKey(String origin, int status) {
        var request = request(Map.of("origin", origin), "");
        assertThat(statusOf(new PublisherAuth(false, true, List.of()).refusal(request, ORDERS, null, NOW)))
                .isEqualTo(status);
        assertThat(statusOf(new PublisherAuth(false, false, List.of()).refusal(request, ORDERS, null, NOW)))
                .as("a listener for other machines")
                .isEqualTo(200);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        Java SDK        | https://h.example/topics/orders/api/events?api-version=2018-01-01                     | 1/2/2030 3:4:5 AM
        Java SDK, twice | https://h.example/topics/orders/api/events?api-version=2018-01-01?api-version=2018-01-01 | 1/2/2030 3:4:5 AM
        JS SDK          | https://h.example/topics/orders/api/events?apiVersion=2018-01-01                      | 1/2/2030 3:04:05 AM
        .NET            | https://h.example/topics/orders/api/events                                            | 1/2/2030 3:04:05 AM
        Python          | https://H.EXAMPLE/Topics/orders/api/events/                                           | 2030-01-02T03:04:05.123456
        a prefix        | https://h.example:443/topics/orders                                                   | 2030-01-02T03:04:05Z
        the host        | http://h.example                                                                      | 2030-01-02T03:04:05Z
        """)
    void aSignatureOfEveryGeneratorOpens(String generator, String resource, String expiry) {
        for (var key : new String[] {KEYS.key1(), KEYS.key2()}) {
            var token = token(escaped(resource), escaped(expiry), key);
            assertThat(status(Map.of("aeg-sas-token", token), "")).isEqualTo(200);
            assertThat(status(Map.of("authorization", "SharedAccessSignature " + token), ""))
                    .isEqualTo(200);
            var lowerHex = token(
                    escaped(resource).replace("%3A", "%3a").replace("%2F", "%2f"),
                    escaped(expiry).replace("+", "%20"),
                    key);
            assertThat(status(Map.of("aeg-sas-token", lowerHex), "")).isEqualTo(200);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        another host  | https://other.example/topics/orders/api/events  | 2030-01-02T03:04:05Z
        another port  | https://h.example:8443/topics/orders/api/events | 2030-01-02T03:04:05Z
        another topic | https://h.example/topics/order/api/events       | 2030-01-02T03:04:05Z
        half a name   | https://h.example/topics/ord                    | 2030-01-02T03:04:05Z
        no host       | /topics/orders/api/events                       | 2030-01-02T03:04:05Z
        expired       | https://h.example/topics/orders/api/events      | 2026-11-21T09:30:00Z
        no expiry     | https://h.example/topics/orders/api/events      | never
        no URL        | https://h example/                              | 2030-01-02T03:04:05Z
        """)
    void aSignatureForSomethingElseIsRefused(String what, String resource, String expiry) {
        var token = token(escaped(resource), escaped(expiry), KEYS.key1());
        assertThat(status(Map.of("aeg-sas-token", token), "")).isEqualTo(401);
    }

    @Test
    void aSignatureThatWasAlteredIsRefused() {
        var token = token(escaped("https://h.example/"), escaped("2030-01-02T03:04:05Z"), KEYS.key1());
        assertThat(status(Map.of("aeg-sas-token", token.replace("2030", "2031")), ""))
                .isEqualTo(401);
        assertThat(status(Map.of("aeg-sas-token", token.substring(0, token.length() - 6)), ""))
                .isEqualTo(401);
    }

    @ParameterizedTest(name = "\"{0}\": {1}")
    @CsvSource({"r=a, 401", "r=a&e=b, 401", "e=b&r=a&s=c, 401", "nonsense, 401", "'', 400", "r=%zz&e=b&s=c, 401"})
    void anInvalidSignatureIsRefused(String token, int expected) {
        assertThat(status(Map.of("aeg-sas-token", token), "")).isEqualTo(expected);
    }

    @ParameterizedTest(name = "Authorization: {0}")
    @ValueSource(strings = {"Bearer abc", "Basic abc", "SharedAccessSignature", "SharedAccessSignature nonsense"})
    void anotherSchemeOfAuthorizationIsRefused(String value) {
        assertThat(status(Map.of("authorization", value), "")).isEqualTo(401);
    }

    @Test
    void aKeyThatIsNoBase64SignsNothing() {
        var token = token(escaped("https://h.example/"), escaped("2030-01-02T03:04:05Z"), KEYS.key1());
        var keys = new TopicKeys("no base64!", "");
        assertThat(statusOf(auth.refusal(request(Map.of("aeg-sas-token", token), ""), ORDERS, topic(keys, false), NOW)))
                .isEqualTo(401);
    }

    /** B-IDENT-2. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"Bearer shop, 200", "bearer  shop , 200", "Bearer late, 401", "Bearer other, 401", "Bearer, 401"})
    void aTokenWithTheRolePublisherOpens(String header, int status) {
        var request = request(Map.of("authorization", header), "");
        var identities = auth.with(List.of(IDENTITIES));
        assertThat(statusOf(identities.refusal(request, ORDERS, TOPIC, NOW))).isEqualTo(status);
        assertThat(statusOf(identities.refusal(request, ORDERS, OF_IDENTITIES, NOW)))
                .isEqualTo(status);
        assertThat(statusOf(auth.refusal(request, ORDERS, TOPIC, NOW)))
                .as("without identities")
                .isEqualTo(401);
    }

    @ParameterizedTest(name = "{0} at {1}")
    @CsvSource(delimiter = '|', textBlock = """
        shop | bills  | shop does not have it
        boss | orders | oidc:boss does not have it, for the roles in the claim roles, oid of the token
        """)
    void aTokenWithoutTheRoleIsToldWhatItLacksWhetherTheTopicExistsOrNot(String token, String topic, String sentence) {
        var request = request(Map.of("authorization", "Bearer " + token), "");
        var identities = auth.with(List.of(IDENTITIES));
        var refused = identities.refusal(request, topic, TOPIC, NOW).orElseThrow();
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.message()).isEqualTo("this needs the role publisher for the topic; " + sentence);
        assertThat(identities.refusal(request, topic, null, NOW)).contains(refused);
    }

    @Test
    void aTopicThatTakesTokensOnlyRefusesKeysAndSignaturesAndSaysSoToARightOne() {
        var signature = token(escaped("https://h.example/"), escaped("2030-01-02T03:04:05Z"), KEYS.key1());
        for (var headers : List.of(Map.of("aeg-sas-key", KEYS.key2()), Map.of("aeg-sas-token", signature))) {
            assertThat(auth.refusal(request(headers, ""), ORDERS, OF_IDENTITIES, NOW))
                    .hasValueSatisfying(error -> {
                        assertThat(error.status()).isEqualTo(401);
                        assertThat(error.message()).contains("disableLocalAuth is true", "role publisher");
                    });
        }
        var wrong = request(Map.of("aeg-sas-key", "wrong"), "");
        assertThat(auth.refusal(wrong, ORDERS, OF_IDENTITIES, NOW))
                .isEqualTo(auth.refusal(wrong, ORDERS, null, NOW))
                .hasValueSatisfying(error -> assertThat(error.message()).contains("take none (disableLocalAuth)"));
    }

    /** Its owner must not believe in a protection that is not there. */
    @Test
    void aTopicThatTakesTokensOnlyRequiresOneWhereNothingIsRequired() {
        var open = new PublisherAuth(false, true, List.of(IDENTITIES));
        assertThat(open.refusal(request(Map.of(), ""), ORDERS, OF_IDENTITIES, NOW))
                .hasValueSatisfying(error -> assertThat(error.message()).contains("disableLocalAuth is true"));
        assertThat(open.refusal(request(Map.of("authorization", "Bearer shop"), ""), ORDERS, OF_IDENTITIES, NOW))
                .isEmpty();
    }

    /** A proxy may send a token of its own beside the key. */
    @Test
    void aKeyCountsBeforeAToken() {
        var both = Map.of("aeg-sas-key", KEYS.key1(), "authorization", "Bearer other");
        assertThat(auth.with(List.of(IDENTITIES)).refusal(request(both, ""), ORDERS, TOPIC, NOW))
                .isEmpty();
    }

    private static TopicEntry topic(TopicKeys keys, boolean identitiesOnly) {
        var json = "{\"properties\":{\"disableLocalAuth\":" + identitiesOnly + "}}";
        var read = (Validated.Valid<TopicResource>) TopicJson.read(ORDERS, json.getBytes(UTF_8));
        return new TopicEntry(read.value(), keys, 0);
    }

    private int status(Map<String, String> headers, String query) {
        return statusOf(auth.refusal(request(headers, query), ORDERS, TOPIC, NOW));
    }

    private static int statusOf(Optional<ApiError> refusal) {
        return refusal.map(ApiError::status).orElse(200);
    }

    private static Request request(Map<String, String> headers, String query) {
        return new Request(
                "POST", PATH, query, "h.example", true, "127.0.0.1", headers, () -> new Body.Whole(new byte[0]));
    }

    private static String token(String resource, String expiry, String key) {
        var signed = "r=" + resource + "&e=" + expiry;
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            var signature = Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
            return signed + "&s=" + escaped(signature);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
