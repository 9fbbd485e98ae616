package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a subscription is, why, and what can be done about it. */
@ExtendWith(ConsoleExtension.class)
@Order(1)
class SubscriptionIT {

    @Test
    void aSubscriptionThatDeliversHasNoFailures(Console console, Installation machine) {
        machine.topic("fine");
        machine.subscribe("fine", "mail", "/fine");
        machine.publish("fine", "f-1");
        machine.awaitState("fine", "f-1", "mail", "Delivered");

        open(console, machine, "fine", "mail");

        console.awaitText("Delivering")
                .awaitText("No failed attempt is recorded.")
                .awaitText("Dead-lettered");
        console.awaitText("No event was given up in the last seven days.");
        console.awaitText("requests at once"); // #31: shown only after a failure before
    }

    @Test
    void aFailureIsShownWithWhatTheEndpointSaid(Console console, Installation machine) {
        machine.endpoint().answers("/broken", new ScriptedResponse.Status(500, Map.of(), "the disk is full"));
        machine.topic("broken");
        machine.subscribe("broken", "mail", "/broken");
        machine.publish("broken", "b-1");
        machine.awaitState("broken", "b-1", "mail", "Waiting");

        open(console, machine, "broken", "mail");

        console.awaitText("b-1").awaitText("GenericError").awaitText("Failing").awaitText("500 × 1");
        console.awaitText("the disk is full").click(Role.BUTTON, "Response");
        console.click(Role.LINK, "b-1").awaitHeading("Event b-1");
    }

    @Test
    void howManyRowsAListShowsIsRememberedForEveryList(Console console, Installation machine) {
        machine.topic("rowed");
        machine.write(Crowd.subscriptions("rowed", 1));
        machine.write(Crowd.attempts(new SubscriptionKey("rowed", "sub-00000"), 60));
        open(console, machine, "rowed", "sub-00000");
        console.awaitText("event-59").awaitText("event-40");
        assertThat(console.text()).doesNotContain("event-39");

        console.choose("Rows at once", "50").awaitText("event-10");

        console.browser().reload();
        console.signIn(machine.adminToken()).awaitText("event-10");
        assertThat(console.value("Rows at once")).isEqualTo("50");
        console.browser().evaluate("localStorage.clear()");
    }

    @Test
    void attemptsAreFoundByTheirStatus(Console console, Installation machine) {
        machine.endpoint().answers("/statuses", ScriptedResponse.status(500));
        machine.topic("statuses");
        machine.subscribe("statuses", "mail", "/statuses");
        machine.publish("statuses", "st-1");
        machine.awaitState("statuses", "st-1", "mail", "Waiting");
        open(console, machine, "statuses", "mail");
        console.awaitText("st-1").click(Role.BUTTON, "By time, status and event");

        console.type("Status", "503").click(Role.BUTTON, "Show these").awaitText("No attempt matches.");
        console.type("Status", "500").click(Role.BUTTON, "Show these").awaitText("st-1");

        assertThat(console.browser().url()).endsWith("?status=500");
    }

    @Test
    void aPauseIsAskedForAndTakenBack(Console console, Installation machine) {
        machine.topic("paused");
        machine.subscribe("paused", "mail", "/paused");
        open(console, machine, "paused", "mail");

        console.click(Role.BUTTON, "Pause").awaitDialog();
        console.awaitText("Pause paused/mail?").click(Role.BUTTON, "Same on the command line");
        console.awaitText("tidings subscription pause paused/mail").awaitText("curl -X PATCH");
        console.click(Role.BUTTON, "Cancel").awaitNoDialog();
        assertThat(properties(machine, "paused", "mail").path("paused").asBoolean())
                .isFalse();
        console.click(Role.BUTTON, "Pause")
                .awaitDialog()
                .click(Role.BUTTON, "Pause mail")
                .awaitNoDialog();

        console.awaitText("Somebody has paused this subscription");
        assertThat(properties(machine, "paused", "mail").path("paused").asBoolean())
                .isTrue();
        console.click(Role.BUTTON, "Resume")
                .awaitDialog()
                .click(Role.BUTTON, "Resume mail")
                .awaitNoDialog();
        console.awaitText("No traffic");
        assertThat(properties(machine, "paused", "mail").path("paused").asBoolean())
                .isFalse();
    }

    @Test
    void whatWaitsIsSentAtOnce(Console console, Installation machine) {
        machine.endpoint().answers("/waits", ScriptedResponse.status(404), ScriptedResponse.status(200));
        machine.topic("waits");
        machine.subscribe("waits", "mail", "/waits");
        machine.publish("waits", "w-1");
        machine.awaitState("waits", "w-1", "mail", "Waiting");
        open(console, machine, "waits", "mail");

        console.click(Role.BUTTON, "Retry now")
                .awaitDialog()
                .click(Role.BUTTON, "Retry mail now")
                .awaitNoDialog();

        machine.awaitState("waits", "w-1", "mail", "Delivered");
        console.awaitText("Delivering");
    }

    @Test
    void aTestEventIsSentAndFollowed(Console console, Installation machine) {
        machine.topic("tested");
        machine.subscribe("tested", "mail", "/tested", "/nothing-begins-so");
        open(console, machine, "tested", "mail");

        console.click(Role.BUTTON, "Send a test event").awaitDialog();
        console.click(Role.BUTTON, "Send a test event to mail").awaitNoDialog();

        await().until(() -> machine.endpoint().requests("/tested").size() == 1);
        console.awaitText("Delivered");
    }

    @Test
    void deadLettersAreCountedAndRedriven(Console console, Installation machine) {
        machine.endpoint().answers("/redriven", ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic("redriven");
        machine.subscribe("redriven", "mail", "/redriven");
        machine.deadLetter("redriven", "d-1", "mail");
        open(console, machine, "redriven", "mail");

        console.click(Role.BUTTON, "Redrive dead letters");
        console.awaitText("1 dead letter will be redriven").click(Role.BUTTON, "Redrive 1 event");

        console.awaitText("1 dead letter redriven");
        await().until(() -> machine.endpoint().requests("/redriven").size() == 2);
    }

    @Test
    void aSubscriptionIsDeletedOnlyByTypingItsName(Console console, Installation machine) {
        machine.topic("gone");
        machine.subscribe("gone", "mail", "/gone");
        open(console, machine, "gone", "mail");

        console.click(Role.BUTTON, "Delete").awaitDialog();
        assertThat(console.enabled(Role.BUTTON, "Delete mail")).isFalse();
        console.type("Type mail to delete it", "mail").click(Role.BUTTON, "Delete mail");

        console.awaitNoDialog().awaitHeading("Topic gone");
        assertThat(machine.statusFor(machine.adminToken(), "GET", "/topics/gone/eventSubscriptions/mail", ""))
                .isEqualTo(404);
    }

    @Test
    void anUnknownSubscriptionIsTheSentenceOfTheServer(Console console, Installation machine) {
        machine.topic("nobody");

        console.open("/topics/nobody/subscriptions/mail").signIn(machine.adminToken());

        console.awaitNotice("mail");
    }

    private static void open(Console console, Installation machine, String topic, String name) {
        console.open("/topics/%s/subscriptions/%s".formatted(topic, name))
                .signIn(machine.adminToken())
                .awaitHeading("Subscription %s/%s".formatted(topic, name));
    }

    private static JsonNode properties(Installation machine, String topic, String name) {
        return machine.manage("GET", "/topics/%s/eventSubscriptions/%s".formatted(topic, name), "")
                .path("properties");
    }
}
