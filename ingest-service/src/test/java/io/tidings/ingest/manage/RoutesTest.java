package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.access.AdminToken;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.access.TokenCheck;
import io.tidings.ingest.audit.AuditLog;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.audit.Route;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-1, B-PUB-2, B-ACCESS-1. */
class RoutesTest {
    private static final SimpleMeterRegistry METRICS = new SimpleMeterRegistry();

    /** The tokens of this test are the names of roles, for the topics whose names begin with "orders". */
    private static final ManagerAccess ACCESS = new ManagerAccess(
            new ManagerAuth(new AdminToken(null, null), List.of((token, _) -> Optional.of(accepted(token)))),
            new AuditLog(
                    new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()),
                    "tidings.audit",
                    METRICS),
            METRICS,
            Clock.systemUTC());

    private static final Routes ROUTES = new Routes(
            ACCESS,
            List.of(
                    new Route.Open("POST", "/topics/{topic}/api/events", "", (path, _) -> said(path.get(1))),
                    new Route.Open("OPTIONS", "/topics/{topic}/api/events", "", (path, _) -> said(path.get(1))),
                    managed("GET", "/topics/{topic}", Role.READER),
                    managed("PUT", "/topics/{topic}", Role.ADMIN),
                    managed("POST", "/topics/{topic}/listKeys", Role.ADMIN),
                    managed("GET", "/topics/{topic}/eventSubscriptions/{subscription}", Role.READER),
                    new Route.Managed("GET", "/jobs/{job}", Role.READER, "", managed -> said(managed.named("job"))),
                    new Route.Managed("POST", "/lost", Role.READER, "", _ -> {
                        throw new TimeoutException("away");
                    })));

    private static TokenCheck accepted(String role) {
        return new TokenCheck.Accepted(
                new Principal(role, List.of(new Grant(Role.valueOf(role), List.of(new TopicPattern("orders*"))))));
    }

    private static Route managed(String method, String path, Role role) {
        return new Route.Managed(method, path, role, "", RoutesTest::said);
    }

    private static Response said(ManagedRequest managed) {
        return said(managed.topic());
    }

    private static Response said(String text) {
        return Response.document(text);
    }

    private static Optional<Response> asked(String method, String path, String role) {
        var request = new Request(
                method,
                path,
                "",
                "h",
                false,
                "192.0.2.7",
                Map.of("authorization", "Bearer " + role),
                () -> new Body.Whole(new byte[0]));
        return ROUTES.respond(request.segments(), request);
    }

    private static int status(String method, String path, String role) {
        return asked(method, path, role).orElseThrow().status();
    }

    @ParameterizedTest(name = "path {0}")
    @ValueSource(
            strings = {
                "/topics/Orders/api/events",
                "/topics/Orders/api/events/",
                "/TOPICS/Orders/API/Events",
                "//topics/Orders//api/events"
            })
    void caseAndSlashesDoNotMatterButInNames(String path) {
        assertThat(asked("POST", path, "").orElseThrow().body()).isEqualTo("Orders\n");
    }

    @Test
    void aPathMayBeginWithAName() {
        assertThat(asked("GET", "/topics/orders-api", "READER").orElseThrow().body())
                .isEqualTo("orders-api\n");
        assertThat(asked("GET", "/Jobs/J1", "READER").orElseThrow().body()).isEqualTo("J1\n");
    }

    @ParameterizedTest(name = "path {0}")
    @ValueSource(
            strings = {
                "/",
                "",
                "/api",
                "/events",
                "/topics/orders/api",
                "/topics/orders/api/events/more",
                "/topics/orders/eventSubscriptions",
                "/topics/orders/eventSubscriptions/billing/more",
                "/topics/*/x",
                "/*/orders"
            })
    void anotherPathIsNoRoute(String path) {
        assertThat(asked("GET", path, "ADMIN")).isEmpty();
    }

    @Test
    void anotherMethodIsToldThoseOfThePath() {
        var response = asked("BREW", "/topics/orders/api/events", "").orElseThrow();
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers()).containsEntry("Allow", "OPTIONS, POST");
    }

    @Test
    void anotherMethodNeedsTheHighestRoleOfThePath() {
        assertThat(status("BREW", "/topics/orders", "READER")).isEqualTo(403);
        assertThat(status("BREW", "/topics/invoices", "ADMIN")).isEqualTo(403);
        assertThat(asked("BREW", "/topics/orders", "ADMIN").orElseThrow().headers())
                .containsEntry("Allow", "GET, PUT");
    }

    @Test
    void aRoleIsNeededForTheTopicOfThePath() {
        assertThat(status("GET", "/topics/orders", "READER")).isEqualTo(200);
        assertThat(status("PUT", "/topics/orders", "OPERATOR")).isEqualTo(403);
        assertThat(status("POST", "/topics/orders/listKeys", "ADMIN")).isEqualTo(200);
        assertThat(status("GET", "/topics/invoices/eventSubscriptions/x", "ADMIN"))
                .isEqualTo(403);
    }

    @Test
    void aChangeThatKafkaDoesNotTakeIsTemporarilyUnavailable() {
        assertThat(status("POST", "/lost", "READER")).isEqualTo(503);
    }
}
