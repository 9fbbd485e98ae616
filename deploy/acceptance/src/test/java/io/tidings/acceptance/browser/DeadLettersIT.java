package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The dead letters of a subscription are looked at, chosen and brought back. */
@ExtendWith(ConsoleExtension.class)
class DeadLettersIT {

    @Test
    void theChosenOneIsBroughtBackAndNoOther(Console console, Installation machine) {
        machine.endpoint().answersPerEvent("/letters", ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic("letters");
        machine.subscribe("letters", "billing", "/letters");
        for (var id : List.of("l-1", "l-2", "l-3")) {
            machine.deadLetter("letters", id, "billing");
        }
        console.open("/topics/letters/subscriptions/billing/dead-letters").signIn(machine.adminToken());
        console.awaitText("l-1").awaitText("l-2").awaitText("l-3");

        console.click(Role.FIELD, "Select event l-2").click(Role.BUTTON, "Redrive 1 selected event…");
        console.awaitDialog().click(Role.BUTTON, "Redrive 1 event").awaitNoDialog();

        console.awaitText("1 dead letter redriven");
        await().untilAsserted(() -> assertThat(machine.endpoint().requests("/letters"))
                .hasSize(4)
                .last()
                .satisfies(request -> assertThat(request.text()).contains("\"l-2\"")));
    }

    @Test
    void oneIsShownWithWhatIsKnownOfIt(Console console, Installation machine) {
        machine.endpoint().answers("/shown", ScriptedResponse.status(401));
        machine.topic("shown");
        machine.subscribe("shown", "billing", "/shown");
        machine.deadLetter("shown", "s-1", "billing");
        console.open("/topics/shown/subscriptions/billing/dead-letters").signIn(machine.adminToken());

        console.click(Role.BUTTON, "Show the dead letter of event s-1");

        console.awaitText("Dead letter of event s-1").awaitText("\"lastStatus\": 401");
    }

    @Test
    void theFilterIsInTheAddress(Console console, Installation machine) {
        machine.endpoint().answers("/sifted", ScriptedResponse.status(400));
        machine.topic("sifted");
        machine.subscribe("sifted", "billing", "/sifted");
        machine.deadLetter("sifted", "f-1", "billing");
        machine.deadLetter("sifted", "f-2", "billing");
        console.open("/topics/sifted/subscriptions/billing/dead-letters").signIn(machine.adminToken());
        console.awaitText("f-1");

        console.type("Id of the event", "f-2").click(Role.BUTTON, "Filter").awaitNoText("f-1");

        assertThat(console.browser().url()).endsWith("dead-letters?eventId=f-2");
        assertThat(console.text()).contains("f-2");
        console.type("Id of the event", "f-9").click(Role.BUTTON, "Filter").awaitText("No dead letter matches.");
    }

    @Test
    void aSubscriptionWithoutDeadLettersSaysSo(Console console, Installation machine) {
        machine.topic("clean");
        machine.subscribe("clean", "billing", "/clean");

        console.open("/topics/clean/subscriptions/billing/dead-letters").signIn(machine.adminToken());

        console.awaitText("There are no dead letters.");
        assertThat(console.shows(Role.BUTTON, "Redrive all…")).isFalse();
    }

    @Test
    void anUnknownSubscriptionIsTheSentenceOfTheServer(Console console, Installation machine) {
        machine.topic("lost");

        console.open("/topics/lost/subscriptions/nobody/dead-letters").signIn(machine.adminToken());

        console.awaitNotice("nobody");
    }
}
