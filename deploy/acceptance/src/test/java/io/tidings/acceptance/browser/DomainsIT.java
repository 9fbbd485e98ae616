package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** B-DOMAIN-1: a domain, the list of its topics, and the subscriptions of both. */
@ExtendWith(ConsoleExtension.class)
class DomainsIT {

    @Test
    void aDomainIsListedAndShowsTheSubscriptionsOfAllItsTopics(Console console, Installation machine) {
        domain(machine, "tenants");
        subscribe(machine, "tenants", "everything");
        subscribe(machine, "tenants/topics/anna", "billing");
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview").awaitText("Domains");

        console.click(Role.LINK, "tenants").awaitHeading("Domain tenants").awaitText("everything");
        assertThat(console.text()).doesNotContain("billing");
        console.click(Role.LINK, "anna").awaitHeading("Topic tenants/anna").awaitText("A topic of the domain tenants");
        console.click(Role.LINK, "billing").awaitHeading("Subscription tenants/anna/billing");
    }

    @Test
    void theTopicsOfADomainAreShownPageByPageAndSearched(Console console, Installation machine) {
        domain(machine, "crowded");
        for (int i = 10; i < 35; i++) {
            machine.manage("PUT", "/domains/crowded/topics/tenant-" + i, "");
        }
        console.open("/topics/crowded").signIn(machine.adminToken()).awaitHeading("Domain crowded");
        console.awaitText("tenant-29");
        assertThat(console.text()).doesNotContain("tenant-30");

        console.click(Role.BUTTON, "Show more").awaitText("tenant-34");
        console.type("Search topics", "ant-12").awaitNoText("tenant-34").awaitText("tenant-12");
        console.click(Role.LINK, "tenant-12").awaitHeading("Topic crowded/tenant-12");

        console.awaitText("No subscription yet");
    }

    @Test
    void anEventThatNamesItsTopicIsPublishedAndFollowed(Console console, Installation machine) {
        domain(machine, "posted");
        subscribe(machine, "posted", "mail");
        subscribe(machine, "posted/topics/example", "own");
        console.open("/topics/posted").signIn(machine.adminToken()).awaitHeading("Domain posted");

        console.click(Role.BUTTON, "Publish an event").click(Role.BUTTON, "Publish");

        console.awaitText("Published, and safe in Kafka.");
        await().until(() -> machine.endpoint().requests("/own").size() == 1);
        console.click(Role.LINK, "See what happens to event").awaitText("was delivered to mail");
    }

    @Test
    void keysAreThoseOfTheDomain(Console console, Installation machine) {
        domain(machine, "locked");
        machine.manage("PUT", "/domains/locked/topics/anna", "");
        var key = machine.manage("POST", "/domains/locked/listKeys", "")
                .path("key1")
                .asText();
        console.open("/topics/locked").signIn(machine.adminToken()).awaitHeading("Domain locked");

        console.click(Role.BUTTON, "Show the keys").awaitDialog();
        console.click(Role.BUTTON, "Show the keys").awaitNoDialog().awaitText(key);
        console.open("/topics/locked%2Fanna").awaitHeading("Topic locked/anna").awaitSettled();

        assertThat(console.shows(Role.BUTTON, "Show the keys")).isFalse();
    }

    @Test
    void aDomainAndTheFirstSubscriptionOfATopicAreMadeInThreeSteps(Console console, Installation machine) {
        console.open("/create").signIn(machine.adminToken()).awaitHeading("Create");
        console.type("Topic name", "founded").awaitText("There is no topic founded yet.");
        console.click(Role.FIELD, "A domain").click(Role.BUTTON, "Create domain founded");
        console.awaitText("sends the events of the topic");

        console.open("/create?topic=founded%2Fanna").awaitText("A topic of the domain founded");
        console.click(Role.BUTTON, "Next: endpoint").type("Name of the subscription", "mail");
        console.type("Endpoint URL", machine.endpoint().uri("/founded").toString());
        console.click(Role.BUTTON, "Next: filter").click(Role.BUTTON, "Next: summary");
        console.click(Role.BUTTON, "Create subscription founded/anna/mail");

        console.awaitHeading("Subscription founded/anna/mail").awaitText("No traffic");
        assertThat(machine.manage("GET", "/domains/founded/topics", "")
                        .at("/value/0/name")
                        .asText())
                .isEqualTo("anna");
    }

    private static void domain(Installation machine, String name) {
        machine.manage("PUT", "/domains/" + name, "{}");
    }

    /** @param scope the path of a domain, or of one of its topics, below {@code /domains} */
    private static void subscribe(Installation machine, String scope, String name) {
        machine.manage("PUT", "/domains/" + scope + "/eventSubscriptions/" + name, """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(
                        machine.endpoint().uri("/" + name)));
    }
}
