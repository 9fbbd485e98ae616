package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
import io.tidings.contract.secret.SigningSecret;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-AUTH-1: signing secrets are made, kept, replaced and shown once. */
class SigningApiIT {
    private static final String FIRST = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SECOND = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final Topics TOPICS = new Topics("signing-secrets.");
    private static final KafkaLog log = KafkaLog.shared();

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(TOPICS, Map.of("signing.overlap", "2h"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aSecretIsMadeWhenNoneIsGivenAndKeptByAPutThatRepeatsAGet() {
        var path = path("made");
        var created = ingest.manage("PUT", path, subscription("{\"signing\":{}}"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        var secret = signing("made").path("secret").asText();
        assertThat(SigningSecret.key(secret)).hasSize(32);
        var got = ingest.manage("GET", path, "");
        assertThat(got.body()).contains("\"signing\":{\"secret\":null}").doesNotContain("whsec_");
        var again = ingest.manage("PUT", path, got.body());
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        var patched = ingest.manage("PATCH", path, "{\"properties\":{\"labels\":[\"new\"]}}");
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        assertThat(signing("made").path("secret").asText()).isEqualTo(secret);
    }

    @Test
    void signaturesAreTurnedOffAndOn() {
        var path = path("switched");
        ingest.manage("PUT", path, subscription("{\"signing\":{\"secret\":\"" + FIRST + "\"}}"));
        var off = ingest.manage("PATCH", path, "{\"properties\":{\"tidings\":{\"signing\":null}}}");
        assertThat(off.statusCode()).as(off.body()).isEqualTo(200);
        assertThat(signing("switched").isMissingNode()).isTrue();
        refused(rotate("switched", ""), 409, "Conflict/NotSigned");
        assertThat(rotate("switched", "").body())
                .as("#31: what to do for people with a command line, a page or HTTP")
                .contains("tidings subscription update orders/switched --set tidings.signing={}, in the console, or"
                        + " with");
        assertThat(ingest.manage("PATCH", path, "{\"properties\":{\"tidings\":{\"signing\":{}}}}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(signing("switched").path("secret").asText()).isNotEqualTo(FIRST);
        assertThat(ingest.manage("PUT", path, subscription("{}")).statusCode()).isEqualTo(200);
        assertThat(signing("switched").isMissingNode()).isTrue();
    }

    @Test
    void aRotationShowsTheNewSecretOnceAndTheFormerOneSignsOn() {
        ingest.manage("PUT", path("rotated"), subscription("{\"signing\":{\"secret\":\"" + FIRST + "\"}}"));
        var rotated = rotate("rotated", "");
        assertThat(rotated.statusCode()).as(rotated.body()).isEqualTo(200);
        var secret = json(rotated).path("secret").asText();
        var until = json(rotated).path("formerUntil").asText();
        assertThat(Instant.parse(until))
                .isCloseTo(Instant.now().plus(Duration.ofHours(2)), within(1, ChronoUnit.MINUTES));
        assertThat(signing("rotated").path("secret").asText()).isEqualTo(secret);
        assertThat(signing("rotated").path("formerSecret").asText()).isEqualTo(FIRST);
        var got = ingest.manage("GET", path("rotated"), "");
        assertThat(got.body())
                .contains("\"signing\":{\"secret\":null,\"formerUntil\":\"" + until + "\"}")
                .doesNotContain("whsec_");
        ingest.manage("PATCH", path("rotated"), "{\"properties\":{\"labels\":[\"new\"]}}");
        assertThat(signing("rotated").path("formerSecret").asText()).isEqualTo(FIRST);
        assertThat(signing("rotated").path("formerUntil").asText()).isEqualTo(until);
    }

    @Test
    void aRotationToAGivenSecretMayBeRepeated() {
        ingest.manage("PUT", path("repeated"), subscription("{\"signing\":{\"secret\":\"" + FIRST + "\"}}"));
        var rotation = "{\"secret\":\"" + SECOND + "\",\"overlap\":\"PT24H\"}";
        var rotated = rotate("repeated", rotation);
        assertThat(rotated.statusCode()).as(rotated.body()).isEqualTo(200);
        assertThat(rotate("repeated", rotation).body()).isEqualTo(rotated.body());
        assertThat(signing("repeated").path("formerSecret").asText()).isEqualTo(FIRST);
        assertThat(json(rotate("repeated", "{\"secret\":\"" + SECOND + "\",\"overlap\":\"PT0S\"}"))
                        .path("formerUntil")
                        .isNull())
                .isTrue();
        assertThat(signing("repeated").has("formerSecret")).isFalse();
    }

    @Test
    void anotherSecretInAPutIsARotation() {
        ingest.manage("PUT", path("put"), subscription("{\"signing\":{\"secret\":\"" + FIRST + "\"}}"));
        ingest.manage("PUT", path("put"), subscription("{\"signing\":{\"secret\":\"" + SECOND + "\"}}"));
        assertThat(signing("put").path("secret").asText()).isEqualTo(SECOND);
        assertThat(signing("put").path("formerSecret").asText()).isEqualTo(FIRST);
    }

    @Test
    void aRotationIsRefusedForTheNeighboursReasons() {
        refused(rotate("nothing", ""), 404, "NotFound/ResourceNotFound");
        ingest.manage("PUT", path("refused"), subscription("{\"signing\":{}}"));
        var before = signing("refused");
        refused(rotate("refused", "{\"secret\":\"hush\"}"), 400, "BadRequest/InvalidResource");
        refused(rotate("refused", "{"), 400, "BadRequest/InvalidResource");
        refused(
                ingest.manage("GET", path("refused") + "/rotateSigningSecret", ""),
                405,
                "MethodNotAllowed/MethodNotAllowed");
        var other = ingest.send(HttpRequest.newBuilder(ingest.uri(path("refused") + "/rotateSigningSecret"))
                .header("Authorization", "Bearer " + IngestFixture.TOKEN)
                .header("If-Match", "\"other\"")
                .POST(BodyPublishers.noBody()));
        refused(other, 412, "PreconditionFailed/PreconditionFailed");
        refused(
                ingest.manage("PUT", path("refused"), subscription("{\"signing\":{\"secret\":\"hush\"}}")),
                400,
                "BadRequest/InvalidResource");
        assertThat(signing("refused")).isEqualTo(before);
    }

    private static HttpResponse<String> rotate(String name, String body) {
        return ingest.manage("POST", path(name) + "/rotateSigningSecret", body);
    }

    private static String path(String name) {
        return "/topics/orders/eventSubscriptions/" + name;
    }

    private static String subscription(String tidings) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
              "endpointUrl":"https://e.example/hook"}},"tidings":%s}}\
            """.formatted(tidings);
    }

    /** The newest record. The service has no key, so nothing is sealed. */
    private static JsonNode signing(String name) {
        return KafkaLog.value(
                        log.records(TOPICS.subscriptions(), "orders/" + name).getLast())
                .at("/properties/tidings/signing");
    }
}
