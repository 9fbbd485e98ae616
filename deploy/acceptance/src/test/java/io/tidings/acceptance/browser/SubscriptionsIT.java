package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
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
