package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.GoldenRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DEL-5, B-SUB-2: the tables in Kafka hold no secret in plain, also not one that was written so. */
class SecretsAtRestIT {
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String OTHER_KEY = "IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String BILLING = "/topics/orders/eventSubscriptions/billing";
    private static final String KEYS = "/topics/orders/listKeys";
    private static final String SECRET = "hush-4711";
    private static final String SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{
          "endpointUrl":"https://e.example/hook?code=hush-4711",
          "deliveryAttributeMappings":[
            {"name":"X-Secret","type":"Static","properties":{"value":"hush-4711","isSecret":true}}]}},
          "tidings":{"signing":{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}}}\
        """;

    @TempDir
    Path data;

    private final Topics topics = new Topics("secrets-" + UUID.randomUUID() + ".");
    private final KafkaLog log = KafkaLog.shared();

    @Test
    void neitherTableHoldsASecretAndTheServiceStillKnowsAll() throws Exception {
        var file = Files.writeString(data.resolve("secrets.key"), KEY + "\n");
        String keys;
        try (var ingest = ingest(Map.of("secrets.key.file", file.toString()))) {
            keys = create(ingest);
        }
        assertThat(written())
                .contains("tidings-sealed:")
                .doesNotContain(SECRET, SIGNING_SECRET, member(keys, "key1"), member(keys, "key2"));
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            assertThat(fullUrl(ingest)).isEqualTo("https://e.example/hook?code=" + SECRET);
            assertThat(ingest.manage("POST", KEYS, "").body()).isEqualTo(keys);
        }
    }

    @Test
    void aSecretInPlainTextIsSealed() {
        String keys;
        try (var ingest = ingest(Map.of())) {
            keys = create(ingest);
        }
        assertThat(newest()).as("without a key nothing is sealed").contains(SECRET, member(keys, "key1"));
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            await().untilAsserted(() -> assertThat(newest())
                    .doesNotContain(SECRET, SIGNING_SECRET, member(keys, "key1"), member(keys, "key2")));
            writeWithForeignTool();
            await().untilAsserted(() -> {
                assertThat(json(ingest.manage("GET", BILLING, ""))
                                .at("/properties/labels")
                                .toString())
                        .isEqualTo("[\"foreign\"]");
                assertThat(newest()).doesNotContain(SECRET, SIGNING_SECRET);
            });
            assertThat(fullUrl(ingest)).isEqualTo("https://e.example/hook?code=" + SECRET);
        }
        var before = newest();
        try (var ingest = ingest(Map.of("secrets.key", OTHER_KEY + "," + KEY))) {
            assertThat(ingest.manage("POST", KEYS, "").body()).isEqualTo(keys);
            await().untilAsserted(() -> assertThat(newest()).isNotEqualTo(before));
        }
    }

    @Test
    void withTheWrongKeyNothingIsShownUsedOrLost() {
        String keys;
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            keys = create(ingest);
        }
        var before = newest();
        try (var ingest = ingest(Map.of("secrets.key", OTHER_KEY))) {
            var shown = json(ingest.manage("GET", BILLING, "")).at("/properties/provisioningError");
            assertThat(shown.asText()).contains("orders/billing", "secrets.key");
            var listed = ingest.manage("POST", KEYS, "");
            assertThat(listed.statusCode()).isEqualTo(503);
            assertThat(listed.body())
                    .contains("keys of topic orders", "secrets.key")
                    .doesNotContain("key1\":");
            var sealedKey = header(HeaderNames.KEY_1);
            assertThat(ingest.post(IngestFixture.ORDERS, "[]", "aeg-sas-key", sealedKey)
                            .statusCode())
                    .isEqualTo(401);
            var patched = ingest.manage("PATCH", BILLING, "{\"properties\":{\"labels\":[\"x\"]}}");
            assertThat(patched.statusCode()).isEqualTo(400);
            assertThat(patched.body()).contains("give the value again");
        }
        assertThat(newest()).isEqualTo(before);
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            assertThat(ingest.manage("POST", KEYS, "").body()).isEqualTo(keys);
            assertThat(fullUrl(ingest)).endsWith(SECRET);
        }
    }

    /** B-SUB-2: a foreign writer of the table gets no secret by naming an endpoint of his own. */
    @Test
    void aSealedSecretBesideAnotherEndpointIsReplacedByTheVersionBefore() {
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            create(ingest);
            var before = newest(topics.subscriptions(), "orders/billing");
            var moved = new String(before.value(), UTF_8).replace("e.example", "evil.example");
            write(new ProducerRecord<>(before.topic(), null, before.key(), moved.getBytes(UTF_8), before.headers()));
            await().untilAsserted(() ->
                    assertThat(newest()).doesNotContain("evil.example/").contains("https://e.example/hook"));
            assertThat(fullUrl(ingest)).isEqualTo("https://e.example/hook?code=" + SECRET);
            assertThat(json(ingest.manage("GET", BILLING, ""))
                            .at("/properties/provisioningError")
                            .asText())
                    .contains("was not sealed for https://evil.example:443");
        }
    }

    /** A secret that release 0.1 sealed waits until the setting of the upgrade is given once. */
    @Test
    void secretsOfAFormerReleaseAreSealedAgainUnderTheSetting() {
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            assertThat(ingest.manage("PUT", "/topics/orders", "{}").statusCode())
                    .isEqualTo(201);
        }
        var former = GoldenRecord.read(SecretsAtRestIT.class, "format-1/sealed-subscription.record");
        write(new ProducerRecord<>(
                topics.subscriptions(), null, "orders/billing".getBytes(UTF_8), former.value(), former.headers()));
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            assertThat(json(ingest.manage("GET", BILLING, ""))
                            .at("/properties/provisioningError")
                            .asText())
                    .contains("secrets.accept.unbound=true");
        }
        try (var ingest = ingest(Map.of("secrets.key", KEY, "secrets.accept.unbound", "true"))) {
            await().untilAsserted(() -> assertThat(
                            newest(topics.subscriptions(), "orders/billing").value())
                    .asString(UTF_8)
                    .contains("tidings-sealed:630dcd29:origin:"));
            assertThat(fullUrl(ingest)).isEqualTo("https://example.com/hook?code=" + SECRET);
        }
        try (var ingest = ingest(Map.of("secrets.key", KEY))) {
            assertThat(fullUrl(ingest)).isEqualTo("https://example.com/hook?code=" + SECRET);
        }
    }

    private IngestFixture ingest(Map<String, String> settings) {
        return IngestFixture.under(topics, settings);
    }

    /** The topic's keys, as listed. */
    private static String create(IngestFixture ingest) {
        assertThat(ingest.manage("PUT", "/topics/orders", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("PUT", BILLING, SUBSCRIPTION).statusCode()).isEqualTo(201);
        return ingest.manage("POST", KEYS, "").body();
    }

    private static String fullUrl(IngestFixture ingest) {
        return json(ingest.manage("POST", BILLING + "/getFullUrl", ""))
                .path("endpointUrl")
                .asText();
    }

    private static String member(String body, String member) {
        return Responses.json(body).path(member).asText();
    }

    private void writeWithForeignTool() {
        var value = SUBSCRIPTION.replace("\"properties\":{\"dest", "\"properties\":{\"labels\":[\"foreign\"],\"dest");
        write(new ProducerRecord<>(topics.subscriptions(), "orders/billing".getBytes(UTF_8), value.getBytes(UTF_8)));
    }

    private void write(ProducerRecord<byte[], byte[]> record) {
        try (var producer = log.clients().producer(Map.of())) {
            KafkaFutures.await(producer.send(record), "writing");
        }
    }

    /** Everything that both tables ever held. */
    private String written() {
        return Stream.of(topics.topics(), topics.subscriptions())
                .flatMap(topic -> log.last(topic, Long.MAX_VALUE).stream())
                .map(SecretsAtRestIT::text)
                .collect(Collectors.joining("\n"));
    }

    /** The records that compaction leaves. */
    private String newest() {
        return text(newest(topics.topics(), "orders")) + text(newest(topics.subscriptions(), "orders/billing"));
    }

    private String header(String name) {
        return KafkaLog.header(newest(topics.topics(), "orders"), name);
    }

    private ConsumerRecord<byte[], byte[]> newest(String topic, String key) {
        List<ConsumerRecord<byte[], byte[]>> records = log.last(topic, Long.MAX_VALUE).stream()
                .filter(record -> key.equals(new String(record.key(), UTF_8)))
                .toList();
        return records.getLast();
    }

    private static String text(ConsumerRecord<byte[], byte[]> record) {
        var headers = Stream.of(record.headers().toArray())
                .map(header -> header.key() + "=" + new String(header.value(), UTF_8))
                .collect(Collectors.joining("\n"));
        return headers + "\n" + new String(record.value(), UTF_8) + "\n";
    }
}
