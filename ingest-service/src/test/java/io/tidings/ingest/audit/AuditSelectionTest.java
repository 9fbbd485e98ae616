package io.tidings.ingest.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.Validated;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ACCESS-3: which records of the audit log a request asks for, and which it may see. */
class AuditSelectionTest {
    private static final String BILLING = "topics/orders/eventSubscriptions/billing";

    @ParameterizedTest
    @CsvSource({
        "'', true",
        "who=anna, true",
        "who=ann, false",
        "action=patch, true",
        "action=PUT, false",
        "from=2026-11-22T12:00:00Z, true",
        "from=2026-11-22T12:00:01Z, false",
        "to=2026-11-22T12:00:01Z, true",
        "to=2026-11-22T12:00:00Z, false",
        "who=anna&action=PUT, false",
    })
    void aRecordIsWantedIfEveryParameterSaysSo(String query, boolean wanted) {
        assertThat(selection(query).wants(record(BILLING))).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource({
        "'', true",
        "topics/orders, true",
        "/topics/orders, true",
        "topics/orders/eventSubscriptions/billing, true",
        "topics/order, false",
        "topics/orders/eventSubscriptions/bill, false",
        "jobs, false",
    })
    void aResourceIsWantedWithWhatItContains(String resource, boolean wanted) {
        assertThat(selection("resource=" + resource).wants(BILLING)).isEqualTo(wanted);
    }

    @Test
    void aRecordWithoutATimeIsNoneOfOurs() {
        assertThat(selection("").wants(JsonNodeFactory.instance.objectNode())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"from=noon", "to=1", "$top=0", "$top=1001", "$skiptoken=-1", "$skiptoken=x"})
    void aWrongParameterIsAViolation(String query) {
        assertThat(AuditSelection.read(request(query))).isInstanceOf(Validated.Invalid.class);
    }

    @Test
    void anAdminSeesTheRecordsOfTheOwnTopicsAndTheirJobs() {
        var admin = principal(Role.ADMIN, "orders");
        assertThat(AuditApi.sees(admin, record(BILLING))).isTrue();
        assertThat(AuditApi.sees(admin, record("topics/orders"))).isTrue();
        assertThat(AuditApi.sees(admin, record("topics/orders-eu"))).isFalse();
        assertThat(AuditApi.sees(admin, record("jobs/7"))).isFalse();
        assertThat(AuditApi.sees(admin, job("orders"))).isTrue();
        assertThat(AuditApi.sees(admin, job("invoices"))).isFalse();
        assertThat(AuditApi.sees(Principal.admin(), record("jobs/7"))).isTrue();
    }

    @Test
    void theRecordOfAJobOfSeveralTopicsIsForAdminsOfAllOfThem() {
        var record = record("jobs/7");
        record.putObject("after").putArray("subscriptions").add("news/crm").add("orders/billing");
        assertThat(AuditApi.sees(principal(Role.ADMIN, "orders"), record)).isFalse();
        assertThat(AuditApi.sees(principal(Role.ADMIN, "*"), record)).isTrue();
        var both = Stream.of("orders", "news")
                .flatMap(topic -> principal(Role.ADMIN, topic).grants().stream())
                .toList();
        assertThat(AuditApi.sees(new Principal("anna", both), record)).isTrue();
    }

    @Test
    void aRoleBelowAdminSeesNoRecords() {
        assertThat(AuditApi.sees(principal(Role.OPERATOR, "*"), record(BILLING)))
                .isFalse();
        assertThat(AuditApi.sees(principal(Role.OPERATOR, "*"), job("orders"))).isFalse();
    }

    private static Principal principal(Role role, String topic) {
        var topics = TopicPattern.parseAll(List.of(topic)).orElseThrow();
        return new Principal("anna", List.of(new Grant(role, topics)));
    }

    private static ObjectNode job(String topic) {
        var record = record("jobs/7");
        record.putObject("after").put("topic", topic);
        return record;
    }

    private static ObjectNode record(String resource) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("time", "2026-11-22T12:00:00Z")
                .put("who", "anna")
                .put("action", "PATCH")
                .put("resource", resource);
    }

    private static AuditSelection selection(String query) {
        return ((Validated.Valid<AuditSelection>) AuditSelection.read(request(query))).value();
    }

    private static Request request(String query) {
        return new Request("GET", "/audit", query, "h", true, "192.0.2.7", Map.of(), Body.TooLarge::new);
    }
}
