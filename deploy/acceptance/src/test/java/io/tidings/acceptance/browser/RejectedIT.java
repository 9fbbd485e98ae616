package io.tidings.acceptance.browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The events of a topic that broke a rule. */
@ExtendWith(ConsoleExtension.class)
class RejectedIT {

    @Test
    void aRejectedEventTellsWhatToMend(Console console, Installation machine) {
        machine.topic("spoiled");
        machine.reject("spoiled", "r-1");
        machine.reject("spoiled", "r-2");
        console.open("/topics/spoiled/rejected").signIn(machine.adminToken());

        console.awaitText("r-1").awaitText("r-2").awaitText("eventType");

        console.type("Id of the event", "r-2").click(Role.BUTTON, "Filter").awaitNoText("r-1");
        console.click(Role.LINK, "r-2").awaitHeading("Event r-2").awaitText("Rejected");
    }

    @Test
    void aTopicWithoutRejectedEventsSaysSo(Console console, Installation machine) {
        machine.topic("unspoiled");

        console.open("/topics/unspoiled/rejected").signIn(machine.adminToken());

        console.awaitText("No event was rejected.");
    }

    @Test
    void anUnknownTopicIsTheSentenceOfTheServer(Console console, Installation machine) {
        console.open("/topics/nowhere/rejected").signIn(machine.adminToken());

        console.awaitNotice("nowhere");
    }
}
