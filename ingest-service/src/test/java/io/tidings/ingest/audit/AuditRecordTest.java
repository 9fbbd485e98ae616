package io.tidings.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ACCESS-3. */
class AuditRecordTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-22T12:00:00Z"), ZoneOffset.UTC);
    private static final Principal ANNA = new Principal("anna", List.of(Grant.ofAllTopics(Role.ADMIN)));
    private static final String BILLING = Change.subscription(new SubscriptionKey("orders", "billing"));

    @Test
    void aRecordNamesWhoChangedWhatFromWhereAndHow() {
        var request = request(Map.of("x-request-id", "r-7"));
        request.changed(BILLING, json("a"), json("b"));
        assertThat(recorded(request)).isEqualTo("""
            {"time":"2026-11-22T12:00:00Z","who":"anna","from":"192.0.2.7","requestId":"r-7","action":"PATCH",\
            "resource":"topics/orders/eventSubscriptions/billing","before":{"name":"a"},"after":{"name":"b"}}\
            """);
        assertThat(AuditRecord.of(request, request.changes().getFirst()).key()).isEqualTo(BILLING);
    }

    /** B-GONE. */
    @Test
    void aChangeOfTidingsItselfNamesNoRequest() {
        var change = new Change(NOON.instant(), "pauseGone", BILLING, json("a"), json("b"), true);
        assertThat(new String(AuditRecord.of(change).bytes(), UTF_8)).isEqualTo("""
            {"time":"2026-11-22T12:00:00Z","who":"tidings","action":"pauseGone",\
            "resource":"topics/orders/eventSubscriptions/billing","before":{"name":"a"},"after":{"name":"b"}}\
            """);
    }

    @Test
    void whatIsCreatedHasNoBeforeAndWhatIsDeletedNoAfter() {
        var request = request(Map.of());
        request.changed(Change.topic("orders"), null, json("a"));
        request.changed(Change.topic("orders"), json("a"), null);
        assertThat(request.changes())
                .extracting(change -> AuditRecord.of(request, change).value())
                .satisfiesExactly(
                        created -> assertThat(created.has("before")).isFalse(),
                        deleted -> assertThat(deleted.has("after")).isFalse());
    }

    @Test
    void aChangeShowsTheResourceBeforeAndAfterIt() {
        var request = request(Map.of());
        var resource = new AtomicReference<>(json("a"));
        request.change(BILLING, () -> Optional.of(resource.get()), () -> resource.set(json("b")));
        assertThat(request.changes())
                .containsExactly(new Change(NOON.instant(), "PATCH", BILLING, json("a"), json("b"), true));
    }

    @Test
    void aChangeThatKafkaDidNotConfirmIsRecordedAsSuch() {
        var request = request(Map.of());
        assertThatThrownBy(() -> request.change(BILLING, Optional::<ObjectNode>empty, () -> {
                    throw new KafkaException("away");
                }))
                .isInstanceOf(KafkaException.class);
        assertThat(recorded(request)).contains("\"confirmed\":false");
    }

    @Test
    void aReadingOfSecretsIsRecordedWithoutThem() {
        var request = request(Map.of());
        request.read(Change.topic("orders"));
        assertThat(recorded(request)).doesNotContain("before", "after");
    }

    @Test
    void aResourceThatIsTooLargeForARecordIsLeftOut() {
        var request = request(Map.of());
        request.changed(BILLING, json("a"), json("x".repeat(AuditRecord.MAX_BYTES)));
        assertThat(recorded(request))
                .contains("\"who\":\"anna\"", "\"omitted\":\"before and after, which have 1048")
                .doesNotContain("xxx");
    }

    @Test
    void theIdOfAClientIsKept() {
        assertThat(request(Map.of("x-request-id", "a", "x-ms-client-request-id", "b"))
                        .id())
                .isEqualTo("a");
        assertThat(request(Map.of("x-ms-client-request-id", "b")).id()).isEqualTo("b");
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"", "with space", "line\nbreak", "{}"})
    void anIdThatFitsIntoNoLogIsReplaced(String id) {
        assertThat(request(Map.of("x-request-id", id)).id()).isNotEqualTo(id).hasSize(36);
    }

    private static String recorded(ManagedRequest request) {
        return new String(AuditRecord.of(request, request.changes().getFirst()).bytes(), UTF_8);
    }

    private static ObjectNode json(String name) {
        return JsonNodeFactory.instance.objectNode().put("name", name);
    }

    private static ManagedRequest request(Map<String, String> headers) {
        return new ManagedRequest(
                new Request("PATCH", "/", "", "h", true, "192.0.2.7", headers, Body.TooLarge::new),
                ANNA,
                "PATCH",
                Map.of(),
                NOON);
    }
}
