package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All subscriptions on one page. */
@ExtendWith(ConsoleExtension.class)
class SubscriptionsIT {

    @Test
    void severalArePausedAtOnceAfterADryRun(Console console, Installation machine) {
        machine.topic("bulk");
        machine.subscribe("bulk", "one", "/bulk");
        machine.subscribe("bulk", "two", "/bulk");
        machine.manage("PATCH", "/topics/bulk/eventSubscriptions/one", "{\"properties\":{\"paused\":true}}");
        open(console, machine, "/subscriptions?topic=bulk")
                .awaitText("bulk/one")
                .awaitText("bulk/two");

        console.click(Role.BUTTON, "Select all 2 that are shown")
                .click(Role.BUTTON, "Pause")
                .awaitDialog()
                .awaitText("1 subscription; 1 is left: paused already")
                .click(Role.BUTTON, "Pause")
                .awaitNoDialog()
                .awaitNotice("1 subscription is paused.");

        await().atMost(Duration.ofMinutes(1))
                .until(() -> machine.manage("GET", "/eventSubscriptions?topic=bulk&health=Paused", "")
                                .path("total")
                                .asInt()
                        == 2);
    }

    @Test
    void oneJobBringsBackTheDeadLettersOfSeveralTopics(Console console, Installation machine) {
        for (var topic : List.of("two-a", "two-b")) {
            refuseOnce(machine, topic, "localhost");
        }
        open(console, machine, "/subscriptions?find=two-")
                .awaitText("two-a/billing")
                .awaitText("two-b/billing");

        console.click(Role.BUTTON, "Select all 2 that are shown")
                .click(Role.BUTTON, "Redrive dead letters")
                .awaitText("2 dead letters will be redriven to 2 subscriptions of 2 topics");
        console.click(Role.BUTTON, "Redrive 2 events")
                .awaitText("2 dead letters redriven to 2 subscriptions of 2 topics.");

        console.click(Role.LINK, "Job ").awaitText("two-a/billing, two-b/billing");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(List.of("/two-a", "/two-b"))
                        .extracting(path -> machine.endpoint().requests(path).size())
                        .containsExactly(2, 2));
    }

    @Test
    void allSubscriptionsOfAHostAreRetriedAndGetEventsAgainAtOnce(Console console, Installation machine) {
        for (var topic : List.of("host-a", "host-b")) {
            refuseOnce(machine, topic, "127.0.0.1");
        }
        open(console, machine, "/subscriptions?find=host-a").awaitText("host-a/billing");

        console.click(Role.LINK, "127.0.0.1:").awaitText("host-b/billing").awaitText("All subscriptions at 127.0.0.1:");
        console.click(Role.BUTTON, "Retry all now…")
                .awaitDialog()
                .awaitText("host-a/billing, host-b/billing")
                .click(Role.BUTTON, "Retry now")
                .awaitNoDialog()
                .awaitNotice("2 subscriptions are told to retry now.");
        console.click(Role.BUTTON, "Send events again…")
                .click(Role.BUTTON, "Count first")
                .awaitText("2 dead letters will be redriven to 2 subscriptions of 2 topics");
        console.click(Role.BUTTON, "Redrive 2 events")
                .awaitText("2 dead letters redriven to 2 subscriptions of 2 topics.");
    }

    /** Makes a topic whose subscription has one dead letter, and an endpoint that takes it the next time. */
    private static void refuseOnce(Installation machine, String topic, String host) {
        machine.endpoint().answersPerEvent("/" + topic, ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic(topic);
        machine.manage("PUT", "/topics/" + topic + "/eventSubscriptions/billing", """
            {"properties":{%s,"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(
                        LocalTestCluster.deadLetters("dead-letters"),
                        machine.endpoint().uri("/" + topic).toString().replace("localhost", host)));
        machine.publish(topic, "e-1");
        machine.awaitState(topic, "e-1", "billing", "DeadLettered");
    }

    @Test
    void whatFailsStandsFirstAndSaysWhy(Console console, Installation machine) {
        machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
        machine.topic("first");
        machine.subscribe("first", "fine", "/fine");
        machine.subscribe("first", "refused", "/refusing");
        machine.deadLetter("first", "f-1", "refused");

        open(console, machine, "/subscriptions?topic=first")
                .awaitText("Failing")
                .awaitText("given up");

        assertThat(console.text().indexOf("first/refused"))
                .isLessThan(console.text().indexOf("first/fine"));
        console.click(Role.LINK, "first/refused").awaitHeading("Subscription first/refused");
        console.awaitText("400 × 1");
    }

    @Test
    void asManyRowsAreShownAtOnceAsSomebodyHasChosen(Console console, Installation machine) {
        machine.topic("many");
        machine.write(Crowd.subscriptions("many", 25));
        open(console, machine, "/subscriptions?topic=many").awaitText("many/sub-00024");

        console.choose("Rows at once", "20").awaitNoText("many/sub-00024").awaitText("many/sub-00019");
        console.open("/topics/many").awaitText("sub-00019");
        assertThat(console.text()).doesNotContain("sub-00024");
        console.choose("Rows at once", "50").awaitText("sub-00024");
        console.browser().evaluate("localStorage.clear()");
    }

    @Test
    void aSelectionWithoutSubscriptionsLeadsBack(Console console, Installation machine) {
        machine.topic("any");
        machine.subscribe("any", "mail", "/any");
        open(console, machine, "/subscriptions?find=nothing-is-called-so").awaitText("No subscription matches.");

        console.click(Role.LINK, "All subscriptions").awaitText("any/mail");
    }

    private static Console open(Console console, Installation machine, String route) {
        return console.open(route).signIn(machine.adminToken()).awaitHeading("Subscriptions");
    }
}
