package io.tidings.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.ingest.access.AdminToken;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** B-ACCESS-3. */
class ManagerAccessTest {
    private static final String ORDERS = Change.topic("orders");

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final ManagerAccess access = new ManagerAccess(
            new ManagerAuth(new AdminToken(new Password("t0ken"), null), List.of()),
            new AuditLog(producer, "tidings.audit", metrics),
            metrics,
            Clock.systemUTC());

    @Test
    void secretsAreShownOnceItIsRecordedWhoReadsThem() {
        assertThat(listKeys().status()).isEqualTo(200);
        assertThat(producer.history())
                .singleElement()
                .satisfies(
                        record -> assertThat(new String(record.value(), UTF_8)).contains("\"action\":\"listKeys\""));
    }

    @Test
    void secretsAreWithheldWhileNobodyCanRecordWhoReadsThem() {
        producer.sendException = new TopicAuthorizationException("tidings.audit");
        assertThat(listKeys().status()).isEqualTo(503);
    }

    @Test
    void aChangeThatIsDurableSucceedsWithoutItsRecord() {
        producer.sendException = new TopicAuthorizationException("tidings.audit");
        var response = respond("PUT", "", managed -> {
            managed.changed(ORDERS, null, null);
            return Response.empty(201);
        });
        assertThat(response.status()).isEqualTo(201);
    }

    /** The response shows the other key, too. */
    @Test
    void theKeysOfATopicAreWithheldThoughOneOfThemWasReplaced() {
        producer.sendException = new TopicAuthorizationException("tidings.audit");
        var response = respond("POST", "/regenerateKey", managed -> {
            managed.changed(ORDERS, null, null);
            managed.showsSecrets("key1 is replaced, but not shown");
            return Response.empty(200);
        });
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.body()).contains("key1 is replaced");
    }

    private Response listKeys() {
        return respond("POST", "/listKeys", managed -> {
            managed.read(ORDERS);
            return Response.empty(200);
        });
    }

    private Response respond(String method, String path, Function<ManagedRequest, Response> use) {
        var route = new Route.Managed(method, "/topics/{topic}" + path, Role.ADMIN, "", use);
        return access.respond(route, Map.of("topic", "orders"), request(method), use);
    }

    private static Request request(String method) {
        return new Request(
                method,
                "/topics/orders",
                "",
                "h",
                true,
                "192.0.2.7",
                Map.of("authorization", "Bearer t0ken"),
                () -> new Body.Whole("{}".getBytes(UTF_8)));
    }
}
