package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Audit page names each change and its author; the head of each page names who is signed in. */
@ExtendWith(ConsoleExtension.class)
class AuditIT {
    @Test
    void aChangeIsFoundWithEachMemberBeforeAndAfter(Console console, Installation machine) {
        machine.topic("audited");
        machine.subscribe("audited", "billing", "/audited");
        machine.manage("PATCH", "/topics/audited/eventSubscriptions/billing", "{\"properties\":{\"paused\":true}}");
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");

        console.click(Role.LINK, "Audit").awaitHeading("Audit");
        console.type("Resource", "topics/audited")
                .type("Action", "patch")
                .click(Role.BUTTON, "Filter")
                .awaitText("topics/audited/eventSubscriptions/billing");
        console.click(Role.BUTTON, "Show PATCH of topics/audited/eventSubscriptions/billing");

        console.awaitText("properties.paused").awaitText("Id of the request");
        console.click(Role.LINK, "topics/audited/eventSubscriptions/billing")
                .awaitHeading("Subscription audited/billing");
    }

    @Test
    void aSearchWithoutAResultSaysSo(Console console, Installation machine) {
        console.open("/audit?who=nobody-has-this-name").signIn(machine.adminToken());

        console.awaitText("No change matches.").click(Role.LINK, "All changes").awaitText("admin");
    }

    @Test
    void whoIsNoAdminIsToldSoAndHasNoLink(Console console) {
        console.open("/audit").signIn(Installation.OPERATOR);

        console.awaitNotice("This needs the role admin");
        assertThat(console.shows(Role.LINK, "Audit")).isFalse();
    }

    @Test
    void theHeadSaysWhoIsSignedInWithWhichRoleAndFromWhere(Console console) {
        console.open("/jobs").signIn(Installation.OPERATOR).awaitHeading("Jobs");

        assertThat(console.browser().text("header .who")).startsWith("otto");
        assertThat(console.browser().text("header .role")).isEqualTo("operator");
        console.click(Role.BUTTON, "otto");
        console.browser()
                .await(
                        "the explanation",
                        () -> console.browser()
                                .text("header .tip")
                                .matches("operator of all topics\\. Seen from .+\\."));
    }

    @Test
    void itFitsOnAPhone(Console console, Installation machine) {
        machine.topic("audited-narrow");
        console.open("/audit").signIn(machine.adminToken()).awaitText("PUT");

        console.browser().show(Screen.PHONE);

        assertThat(console.overflow()).isZero();
    }
}
