package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.WireName;
import io.tidings.contract.topic.TopicPattern;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ACCESS-1. */
class PrincipalTest {
    private static Principal reading(String... patterns) {
        return new Principal(
                "rita",
                List.of(new Grant(
                        Role.READER,
                        List.of(patterns).stream().map(TopicPattern::new).toList())));
    }

    @Test
    void aRoleForEveryTopicIsOneOfAGrantForAllOfThem() {
        assertThat(Principal.admin().mayForEveryTopic(Role.OPERATOR)).isTrue();
        assertThat(reading("orders", "*").mayForEveryTopic(Role.READER)).isTrue();
        assertThat(reading("orders*", "*s").mayForEveryTopic(Role.READER)).isFalse();
        assertThat(reading().mayForEveryTopic(Role.READER)).isFalse();
        assertThat(reading("*").mayForEveryTopic(Role.OPERATOR)).isFalse();
        var mixed = new Principal(
                "rita",
                List.of(Grant.ofAllTopics(Role.READER), new Grant(Role.ADMIN, List.of(new TopicPattern("orders")))));
        assertThat(mixed.mayForEveryTopic(Role.OPERATOR)).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "PUBLISHER, PUBLISHER",
        "SUBSCRIBER, SUBSCRIBER",
        "READER, READER",
        "PAYLOADS, READER PAYLOADS",
        "OPERATOR, READER PAYLOADS OPERATOR",
        "ADMIN, READER PAYLOADS OPERATOR ADMIN"
    })
    void aRoleIncludesItselfAndThoseBeforeIt(Role role, String included) {
        assertThat(Stream.of(Role.values()).filter(role::includes).map(Role::name))
                .containsExactly(included.split(" ", -1));
        assertThat(WireName.inAnyCase(Role.class, role.name())).contains(role);
        assertThat(WireName.inAnyCase(Role.class, role.wireName())).contains(role);
    }

    @Test
    void aRefusalNamesTheRoleThatIsNeededAndTheOneThatTheTokenHas() {
        var reader = reading("orders*");
        assertThat(reader.refusal(Role.READER, "orders-eu")).isEmpty();
        assertThat(refusal(reader, Role.ADMIN, "orders"))
                .isEqualTo("this needs the role admin for the topic orders; your token has reader");
        assertThat(refusal(reader, Role.READER, "invoices"))
                .isEqualTo("this needs the role reader for the topic invoices; your token has no role for it");
        assertThat(refusal(new Principal("nobody", List.of()), Role.READER, null))
                .isEqualTo("this needs the role reader; your token has no role");
    }

    /** B-IDENT-2. */
    @Test
    void aPublisherSeesNoTopicAndAManagerPublishesWithTheRoleOnly() {
        var publisher = new Principal("shop", List.of(Grant.ofAllTopics(Role.PUBLISHER)));
        assertThat(publisher.refusal(Role.PUBLISHER, "orders")).isEmpty();
        assertThat(publisher.sees("orders")).isFalse();
        assertThat(refusal(publisher, Role.READER, "orders"))
                .isEqualTo("this needs the role reader for the topic orders; your token has publisher");
        assertThat(Principal.admin().refusal(Role.PUBLISHER, "orders")).isNotEmpty();
        var both = new Principal("both", List.of(Grant.ofAllTopics(Role.PUBLISHER), Grant.ofAllTopics(Role.OPERATOR)));
        assertThat(both.refusal(Role.PUBLISHER, "orders")).isEmpty();
        assertThat(both.refusal(Role.OPERATOR, "orders")).isEmpty();
        assertThat(both.sees("orders")).isTrue();
    }

    @Test
    void theHighestOfSeveralGrantsCounts() {
        var both = new Principal(
                "both",
                List.of(
                        Grant.ofAllTopics(Role.READER),
                        new Grant(Role.ADMIN, List.of(new TopicPattern("orders"), new TopicPattern("test-*")))));
        assertThat(both.refusal(Role.ADMIN, "orders")).isEmpty();
        assertThat(both.refusal(Role.ADMIN, "test-1")).isEmpty();
        assertThat(both.refusal(Role.ADMIN, null)).isEmpty();
        assertThat(both.refusal(Role.READER, "invoices")).isEmpty();
        assertThat(both.refusal(Role.ADMIN, "invoices")).isNotEmpty();
    }

    @Test
    void aPrincipalSeesTheTopicsOfItsGrants() {
        assertThat(Stream.of("orders", "orders-eu", "invoices").filter(reading("orders*")::sees))
                .containsExactly("orders", "orders-eu");
    }

    private static String refusal(Principal principal, Role role, String topic) {
        var error = principal.refusal(role, topic).orElseThrow();
        assertThat(error.status()).isEqualTo(403);
        return error.message();
    }
}
