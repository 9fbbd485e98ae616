package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.WireName;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Route;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ACCESS-1. */
class RequiredRoleTest {
    @ParameterizedTest(name = "{0} {1} needs {2}")
    @CsvSource({
        "GET, /access, READER",
        "GET, /overview, READER",
        "GET, /topics, READER",
        "GET, /topics/orders, READER",
        "PUT, /topics/orders, ADMIN",
        "PATCH, /topics/orders, ADMIN",
        "DELETE, /topics/orders, ADMIN",
        "POST, /topics/orders/listKeys, ADMIN",
        "POST, /topics/orders/regenerateKey, ADMIN",
        "GET, /topics/orders/eventSubscriptions, READER",
        "GET, /topics/orders/eventSubscriptions/billing, READER",
        "PUT, /topics/orders/eventSubscriptions/billing, ADMIN",
        "PATCH, /topics/orders/eventSubscriptions/billing, OPERATOR",
        "DELETE, /topics/orders/eventSubscriptions/billing, ADMIN",
        "POST, /topics/orders/eventSubscriptions/billing/getFullUrl, ADMIN",
        "POST, /topics/orders/eventSubscriptions/billing/getDeliveryAttributes, READER",
        "POST, /topics/orders/eventSubscriptions/billing/rotateSigningSecret, ADMIN",
        "POST, /topics/orders/eventSubscriptions/billing/retryNow, OPERATOR",
        "POST, /topics/orders/eventSubscriptions/billing/test, OPERATOR",
        "POST, /topics/orders/eventSubscriptions/billing/tryFilter, READER",
        "POST, /topics/orders/tryFilter, READER",
        "POST, /topics/orders/tryNewFilter, READER",
        "GET, /jobs, READER",
        "POST, /jobs, OPERATOR",
        "GET, /jobs/j1, READER",
        "POST, /jobs/j1/pause, OPERATOR",
        "POST, /jobs/j1/resume, OPERATOR",
        "POST, /jobs/j1/cancel, OPERATOR",
        "GET, /topics/orders/events/order-7, READER",
        "GET, /topics/orders/eventSubscriptions/billing/attempts, READER",
        "GET, /topics/orders/eventSubscriptions/billing/pending, READER",
        "GET, /topics/orders/eventSubscriptions/billing/deadLetters, READER",
        "GET, /topics/orders/eventSubscriptions/billing/stats, READER",
        "GET, /topics/orders/rejected, READER"
    })
    void eachRouteAndMethodNeedsItsRole(String method, String path, Role role) {
        assertThat(needed(method, path).role()).isEqualTo(role);
    }

    @Test
    void aPatchThatDoesMoreThanPauseNeedsAnAdmin() {
        assertThat(RequiredRole.ofPatch("orders", true)).isEqualTo(new RequiredRole(Role.OPERATOR, "orders"));
        assertThat(RequiredRole.ofPatch("orders", false)).isEqualTo(new RequiredRole(Role.ADMIN, "orders"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"READER, READER", "OPERATOR, READER OPERATOR", "ADMIN, READER OPERATOR ADMIN"})
    void aRoleIncludesItselfAndThoseBeforeIt(Role role, String included) {
        assertThat(Stream.of(Role.values()).filter(role::includes).map(Role::name))
                .containsExactly(included.split(" ", -1));
        assertThat(WireName.inAnyCase(Role.class, role.name())).contains(role);
        assertThat(WireName.inAnyCase(Role.class, role.wireName())).contains(role);
    }

    @Test
    void noOtherNameIsARole() {
        assertThat(WireName.inAnyCase(Role.class, "owner")).isEmpty();
        assertThat(WireName.inAnyCase(Role.class, "")).isEmpty();
    }

    @Test
    void theAdminMayDoEverything() {
        for (var path : List.of("/topics", "/topics/orders", "/topics/orders/listKeys")) {
            for (var method : List.of("GET", "PUT", "POST", "DELETE")) {
                assertThat(needed(method, path).refusal(Principal.admin())).isEmpty();
            }
        }
    }

    @Test
    void aRefusalNamesTheRoleThatIsNeededAndTheOneThatTheTokenHas() {
        var reader = principal(Role.READER, "orders*");
        assertThat(refusal("GET", "/topics/orders-eu", reader)).isEmpty();
        assertThat(refusal("PUT", "/topics/orders", reader))
                .containsExactly("this needs the role admin for the topic orders; your token has reader");
        assertThat(refusal("POST", "/topics/orders/eventSubscriptions/billing/retryNow", reader))
                .containsExactly("this needs the role operator for the topic orders; your token has reader");
        assertThat(refusal("GET", "/topics/invoices", reader))
                .containsExactly("this needs the role reader for the topic invoices; your token has no role for it");
        assertThat(refusal("GET", "/topics", new Principal("nobody", List.of())))
                .containsExactly("this needs the role reader; your token has no role");
    }

    @Test
    void aRefusalIsA403() {
        assertThat(needed("PUT", "/topics/orders").refusal(principal(Role.READER, "*")))
                .hasValueSatisfying(error -> {
                    assertThat(error.status()).isEqualTo(403);
                    assertThat(error.code()).isEqualTo("Forbidden");
                });
    }

    @Test
    void theHighestOfSeveralGrantsCounts() {
        var both = new Principal(
                "both",
                List.of(
                        Grant.ofAllTopics(Role.READER),
                        new Grant(Role.ADMIN, List.of(new TopicPattern("orders"), new TopicPattern("test-*")))));
        assertThat(refusal("PUT", "/topics/orders", both)).isEmpty();
        assertThat(refusal("PUT", "/topics/test-1", both)).isEmpty();
        assertThat(refusal("GET", "/topics/invoices", both)).isEmpty();
        assertThat(refusal("PUT", "/topics/invoices", both)).isNotEmpty();
    }

    @Test
    void aPrincipalSeesTheTopicsOfItsGrants() {
        var reader = principal(Role.READER, "orders*");
        assertThat(Stream.of("orders", "orders-eu", "invoices").filter(reader::sees))
                .containsExactly("orders", "orders-eu");
    }

    private static List<String> refusal(String method, String path, Principal principal) {
        return needed(method, path).refusal(principal).map(ApiError::message).stream()
                .toList();
    }

    private static RequiredRole needed(String method, String path) {
        return RequiredRole.of((Route.Managed) Route.of(path, "localhost"), method);
    }

    private static Principal principal(Role role, String topics) {
        return new Principal("someone", List.of(new Grant(role, List.of(new TopicPattern(topics)))));
    }
}
