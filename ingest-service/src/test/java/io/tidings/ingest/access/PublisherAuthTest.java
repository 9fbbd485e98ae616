package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.topic.TopicKeys;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-5: keys and signatures of publishers. */
class PublisherAuthTest {
    private static final TopicKeys KEYS = new TopicKeys("a2V5LW9uZSt+fn4/Pz8=", "a2V5LXR3bw==");
    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final String PATH = "/topics/orders/api/events";

    private final PublisherAuth auth = new PublisherAuth(true, true);

    @Test
    void eitherKeyOpens() {
        assertThat(status(Map.of("aeg-sas-key", KEYS.key1()), "")).isEqualTo(200);
        assertThat(status(Map.of("aeg-sas-key", KEYS.key2()), "")).isEqualTo(200);
    }

    @ParameterizedTest(name = "key \"{0}\": {1}")
    @CsvSource({"wrong, 401 Unauthorized", "a2V5LW9uZQ, 401 Unauthorized", "'', 400 InvalidSas", "'  ', 400 InvalidSas"
    })
    void aWrongKeyIsRefusedAndAnEmptyOneIsAMistake(String key, String expected) {
        var refused =
                auth.refusal(request(Map.of("aeg-sas-key", key), ""), KEYS, NOW).orElseThrow();
        assertThat(refused.status() + " " + refused.details().getFirst().code()).isEqualTo(expected);
    }

    @Test
    void aRefusalNeverRepeatsTheKey() {
        assertThat(auth.refusal(request(Map.of("aeg-sas-key", "s3cr3t-k3y"), ""), KEYS, NOW)
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
        assertThat(statusOf(auth.refusal(request(headers, ""), null, NOW))).isEqualTo(status);
    }

    @Test
    void nothingIsAskedForWhereNothingIsRequired() {
        assertThat(new PublisherAuth(false, true).refusal(request(Map.of(), ""), null, NOW))
                .isEmpty();
    }

    /** It makes the browser of this machine send it, as text/plain even without asking first. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"https://evil.example, 403", "null, 403", "http://localhost:8080, 200", "http://127.0.0.1, 200"})
    void aPageOfAnotherHostPublishesNothingOnThisMachineWithoutAKey(String origin, int status) {
        var request = request(Map.of("origin", origin), "");
        assertThat(statusOf(new PublisherAuth(false, true).refusal(request, null, NOW)))
                .isEqualTo(status);
        assertThat(statusOf(new PublisherAuth(false, false).refusal(request, null, NOW)))
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
        assertThat(statusOf(auth.refusal(request(Map.of("aeg-sas-token", token), ""), keys, NOW)))
                .isEqualTo(401);
    }

    private int status(Map<String, String> headers, String query) {
        return statusOf(auth.refusal(request(headers, query), KEYS, NOW));
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
