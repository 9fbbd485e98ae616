package io.tidings.ingest.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ACCESS-1: claims become roles. */
class RoleMappingTest {
    private static final RoleMapping ADMINS = new RoleMapping("events-admins", Grant.ofAllTopics(Role.ADMIN));
    private static final RoleMapping TEAM = new RoleMapping(
            "orders-team",
            new Grant(Role.OPERATOR, List.of(new TopicPattern("orders*"), new TopicPattern("invoices"))));

    @Test
    void aValueGrantsARoleForAllTopicsOrForSome() {
        assertThat(RoleMapping.parse("events-admins=admin")).contains(ADMINS);
        assertThat(RoleMapping.parse(" orders-team = operator:orders*|invoices "))
                .contains(TEAM);
    }

    @Test
    void aValueMayHaveEqualsSignsAndColons() {
        assertThat(RoleMapping.parse("urn:x:group=7=reader"))
                .contains(new RoleMapping("urn:x:group=7", Grant.ofAllTopics(Role.READER)));
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(
            strings = {
                "",
                "admins",
                "=admin",
                "admins=",
                "admins=owner",
                "admins=admin:",
                "admins=admin:a|",
                "a=admin:x/y/z"
            })
    void anythingElseIsNoMapping(String text) {
        assertThat(RoleMapping.parse(text)).isEmpty();
    }

    @Test
    void aClaimIsAListOrATextWithSpaces() {
        var roles = new ClaimedRoles(List.of("roles"), List.of(ADMINS, TEAM));
        assertThat(roles.of(Map.of("roles", List.of("other", "orders-team")))).containsExactly(TEAM.grant());
        assertThat(roles.of(Map.of("roles", "events-admins orders-team")))
                .containsExactly(ADMINS.grant(), TEAM.grant());
    }

    @Test
    void severalClaimsMayGrantRoles() {
        var roles = new ClaimedRoles(List.of("roles", "oid"), List.of(ADMINS, TEAM));
        assertThat(roles.of(Map.of("oid", "orders-team"))).containsExactly(TEAM.grant());
        assertThat(roles.of(Map.of("roles", List.of("events-admins"), "oid", "orders-team")))
                .containsExactly(ADMINS.grant(), TEAM.grant());
    }

    @Test
    void aClaimIsFoundByItsNameOrItsPath() {
        var path = new ClaimedRoles(List.of("realm_access.roles"), List.of(ADMINS));
        assertThat(path.of(Map.of("realm_access", Map.of("roles", List.of("events-admins")))))
                .containsExactly(ADMINS.grant());
        var url = new ClaimedRoles(List.of("https://example.com/roles"), List.of(ADMINS));
        assertThat(url.of(Map.of("https://example.com/roles", List.of("events-admins"))))
                .containsExactly(ADMINS.grant());
    }

    @Test
    void otherValuesAndOtherClaimsGrantNothing() {
        var roles = new ClaimedRoles(List.of("realm_access.roles"), List.of(ADMINS));
        assertThat(roles.of(Map.of())).isEmpty();
        assertThat(roles.of(Map.of("roles", List.of("events-admins")))).isEmpty();
        assertThat(roles.of(Map.of("realm_access", "events-admins"))).isEmpty();
        assertThat(roles.of(Map.of("realm_access", Map.of("roles", 7)))).isEmpty();
        assertThat(roles.of(Map.of("realm_access", Map.of("roles", List.of(7, "Events-Admins")))))
                .isEmpty();
    }
}
