package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of an event tells everything that happened to it. */
@ExtendWith(ConsoleExtension.class)
@Order(1)
class EventIT {
    private static final String EXCERPT = "{\"error\":\"no such customer\"}";

    @Test
    void anEventTellsWhatBecameOfItAtEachSubscription(Console console, Installation machine) {
        machine.endpoint().answers("/refusing", new ScriptedResponse.Status(400, Map.of(), EXCERPT));
        machine.endpoint().answers("/flaky", ScriptedResponse.status(503), ScriptedResponse.status(200));
        machine.topic("told");
        machine.subscribe("told", "refusing", "/refusing");
        machine.subscribe("told", "flaky", "/flaky");
        machine.subscribe("told", "elsewhere", "/elsewhere", "/eu/");
        machine.publish("told", "a/b");
        machine.awaitState("told", "a%2Fb", "refusing", "DeadLettered");
        machine.awaitState("told", "a%2Fb", "flaky", "Delivered");

        console.open("/topics/told/events/a%2Fb").signIn(machine.adminToken()).awaitHeading("Event a/b");

        console.awaitText("DeadLettered").awaitText("Delivered");
        console.awaitText("subjectBeginsWith").awaitText("elsewhere");
        assertThat(console.text()).contains("responded 400", EXCERPT).doesNotContain("responded 503");
        console.click(Role.BUTTON, "flaky").awaitText("responded 503");
        assertThat(console.text()).contains("POST " + machine.endpoint().uri("/refusing"));
        console.awaitText("Headers of the record").awaitText("tidings-topic");
    }

    @Test
    void oneDeadLetterIsBroughtBackAfterAQuestionAndSeenDelivered(Console console, Installation machine) {
        machine.endpoint().answers("/mended", ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic("mended");
        machine.subscribe("mended", "billing", "/mended");
        machine.deadLetter("mended", "m-1", "billing");
        console.open("/topics/mended/events/m-1").signIn(machine.adminToken());

        console.click(Role.BUTTON, "Redrive to billing…").awaitDialog();
        console.awaitText("a new delivery to mended/billing alone");
        assertThat(machine.endpoint().requests("/mended")).hasSize(1);
        console.click(Role.BUTTON, "Redrive 1 event");

        console.awaitText("redriven once").awaitText("Delivered");
        await().untilAsserted(
                        () -> assertThat(machine.endpoint().requests("/mended")).hasSize(2));
    }

    @Test
    void aDeliveryThatIsOverdueSaysThatItsSubscriptionIsPaused(Console console, Installation machine) {
        machine.endpoint().answers("/overdue", ScriptedResponse.status(503));
        machine.topic("overdue");
        machine.subscribe("overdue", "mail", "/overdue");
        machine.publish("overdue", "o-1");
        machine.awaitState("overdue", "o-1", "mail", "Waiting");
        machine.manage("PATCH", "/topics/overdue/eventSubscriptions/mail", "{\"properties\":{\"paused\":true}}");

        console.open("/topics/overdue/events/o-1").signIn(machine.adminToken()).awaitHeading("Event o-1");

        console.awaitText("The subscription is paused, so it waits until somebody resumes it.");
    }

    @Test
    void timesAreThoseOfTheBrowserWithUtcBesideThem(Console console, Installation machine) {
        machine.topic("zoned");
        machine.subscribe("zoned", "any", "/zoned");
        machine.publish("zoned", "z-1");
        machine.awaitState("zoned", "z-1", "any", "Delivered");
        console.browser().moveTo("Asia/Kolkata");

        console.open("/topics/zoned/events/z-1").signIn(machine.adminToken()).awaitText("was delivered to any");

        assertThat(console.text())
                .containsPattern("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\+05:30"
                        + " \\(.*\\d\\d:\\d\\d:\\d\\d\\.\\d{3} UTC\\)");
        console.browser().show(Screen.PHONE);
        assertThat(console.overflow()).isZero();
    }

    @Test
    void anUnknownEventTellsWhatMayBeTheReason(Console console, Installation machine) {
        machine.topic("unknown");

        console.open("/topics/unknown/events/nobody").signIn(machine.adminToken());

        console.awaitText("Nothing is recorded of this event").awaitText("delivered at the first attempt");
    }

    @Test
    void anEventIsFoundFromEveryPage(Console console, Installation machine) {
        machine.topic("found");
        machine.subscribe("found", "any", "/found");
        machine.publish("found", "needle");
        machine.awaitState("found", "needle", "any", "Delivered");
        console.open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        console.chooseInHeader("Topic", "found").type("Event id", "needle").click(Role.BUTTON, "Find");

        console.awaitHeading("Event needle").awaitText("was delivered to any");
    }

    @Test
    void anEventIsFoundWithoutItsTopic(Console console, Installation machine) {
        machine.topic("haystack");
        machine.subscribe("haystack", "any", "/haystack");
        machine.publish("haystack", "pin");
        machine.awaitState("haystack", "pin", "any", "Delivered");
        console.open("/jobs").signIn(machine.adminToken()).awaitHeading("Jobs");

        console.chooseInHeader("Topic", "All topics").type("Event id", "pin").click(Role.BUTTON, "Find");
        console.awaitHeading("Find an event").awaitText("haystack: The event was delivered to any.");
        console.click(Role.LINK, "haystack").awaitHeading("Event pin");
    }

    @Test
    void theFormFindsAnEvent(Console console, Installation machine) {
        machine.topic("searched");
        console.open("/events?topic=searched").signIn(machine.adminToken()).awaitHeading("Find an event");

        console.type("Event id", "a b").click(Role.BUTTON, "Find");

        console.awaitHeading("Event a b");
    }
}
