package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first screen says what needs a person. */
@ExtendWith(ConsoleExtension.class)
class OverviewIT {

    @Test
    void whatNeedsAPersonStandsFirstAndLeadsToWhereItIsMadeRight(Console console, Installation machine) {
        machine.endpoint().answers("/attention", ScriptedResponse.status(400));
        machine.topic("attention");
        machine.subscribe("attention", "billing", "/attention");
        machine.deadLetter("attention", "a-1", "billing");

        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");
        console.awaitText("attention/billing");
        assertThat(console.text().indexOf("Needs you now"))
                .isLessThan(console.text().indexOf("Topics"));
        console.click(Role.LINK, "Look at the dead letters: attention/billing");

        console.awaitHeading("Dead letters of attention/billing").awaitText("a-1");
    }

    @Test
    void aPausedSubscriptionAppearsAndGoesWithoutAReload(Console console, Installation machine) {
        machine.topic("live");
        machine.subscribe("live", "billing", "/live");
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");

        pause(machine, true);
        console.awaitText("live/billing");
        pause(machine, false);

        console.awaitNoText("live/billing");
    }

    @Test
    void whatWaitsIsCountedByTier(Console console, Installation machine) {
        machine.endpoint().answers("/waiting", ScriptedResponse.status(404));
        machine.topic("waiting");
        machine.subscribe("waiting", "mail", "/waiting");
        machine.publish("waiting", "w-1");
        machine.awaitState("waiting", "w-1", "mail", "Waiting");

        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");

        console.awaitText("after a failed attempt")
                .browser()
                .await(
                        "a tier",
                        () -> Pattern.compile("\\d+ in (memory|\\d+[smhd])")
                                .matcher(console.text())
                                .find());
    }

    private static void pause(Installation machine, boolean paused) {
        machine.manage(
                "PATCH",
                "/topics/live/eventSubscriptions/billing",
                "{\"properties\":{\"paused\":%s}}".formatted(paused));
    }

    @Test
    void theServerSearchesTheTopics(Console console, Installation machine) {
        machine.topic("haystack");
        machine.topic("needles");
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview").awaitText("haystack");

        console.type("Search topics", "needl");

        console.awaitNoText("haystack").click(Role.LINK, "needles").awaitHeading("Topic needles");
    }

    @Test
    void figuresThatCannotBeReadStayAndAreSaidToBeOld(Console console, Installation machine) {
        machine.topic("stale");
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview").awaitText("Needs you now");

        console.browser().block("*/overview*");

        console.browser()
                .await("a notice", () -> console.browser().text("#notices").contains("Not up to date since"));
        assertThat(console.text()).contains("Needs you now");
        console.browser().block();
        console.browser()
                .await("no notice", () -> console.browser().text("#notices").isEmpty());
    }
}
