package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An event is tried against the filters of a topic, and nothing is published. */
@ExtendWith(ConsoleExtension.class)
class FilterIT {

    @Test
    void theMatcherSaysWhichSubscriptionsGetTheEventAndWhyOthersDoNot(Console console, Installation machine) {
        machine.topic("tried");
        machine.subscribe("tried", "all", "/tried");
        machine.subscribe("tried", "europe", "/tried", "/eu/");
        console.open("/filter?topic=tried").signIn(machine.adminToken()).awaitHeading("Try a filter");
        console.browser().await("the example", () -> console.value("Event").contains("eventType"));

        console.click(Role.BUTTON, "Try");

        console.awaitText("1 of 2 subscriptions of tried would get this event.");
        assertThat(console.text()).contains("subjectBeginsWith").contains("/eu/");
        assertThat(machine.endpoint().requests("/tried")).isEmpty();
    }

    @Test
    void whatIsNoJsonIsSaidWithItsPlace(Console console, Installation machine) {
        machine.topic("typo");
        console.open("/filter?topic=typo").signIn(machine.adminToken());
        console.browser().await("the example", () -> console.value("Event").contains("eventType"));

        console.type("Event", "{\n  \"id\" 7}");

        console.awaitText("Line 2, column 8: a colon is expected.");
        assertThat(console.enabled(Role.BUTTON, "Try")).isFalse();
    }

    @Test
    void whatIsNoEventIsTheSentenceOfTheServer(Console console, Installation machine) {
        machine.topic("wrong");
        machine.subscribe("wrong", "all", "/wrong");
        console.open("/filter?topic=wrong").signIn(machine.adminToken());
        console.browser().await("the example", () -> console.value("Event").contains("eventType"));

        console.type("Event", "{\"id\": \"1\"}").click(Role.BUTTON, "Try");

        console.awaitNotice("subject is missing");
    }

    @Test
    void aTopicWithoutSubscriptionsSaysSo(Console console, Installation machine) {
        machine.topic("deserted");
        console.open("/filter?topic=deserted").signIn(machine.adminToken());
        console.browser().await("the example", () -> console.value("Event").contains("eventType"));

        console.click(Role.BUTTON, "Try").awaitText("The topic deserted has no subscriptions.");
    }
}
