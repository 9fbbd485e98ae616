package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.webhook.ScriptedResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The latest events of a topic lead to everything else, without an id. */
@ExtendWith(ConsoleExtension.class)
class LatestIT {

    @Test
    void newEventsAppearAndLeadToWhatHappenedToThem(Console console, Installation machine) {
        machine.topic("newest");
        machine.subscribe("newest", "mail", "/newest");
        machine.publish("newest", "n-1");
        console.open("/topics/newest").signIn(machine.adminToken()).awaitHeading("Topic newest");
        console.click(Role.LINK, "Latest events").awaitHeading("Events of newest");
        console.awaitText("n-1").awaitText("Order.Placed").awaitText("/newest/1");

        machine.publish("newest", "n-2");

        console.awaitText("n-2");
        assertThat(console.text().indexOf("n-2")).isLessThan(console.text().indexOf("n-1"));
        console.click(Role.BUTTON, "Show the event of record").awaitText("42.10");
        console.click(Role.LINK, "n-1").awaitHeading("Event n-1").awaitText("was delivered to mail");
    }

    @Test
    void theFollowingEndsWhileThePageIsHiddenOrCutOffAndGoesOn(Console console, Installation machine) {
        machine.topic("hidden");
        console.open("/topics/hidden/events").signIn(machine.adminToken()).awaitText("No event is kept.");
        hide(console, true);
        console.awaitSettled();
        machine.publish("hidden", "h-1");
        assertThat(console.browser().evaluate("return document.hidden")).isEqualTo(true);
        assertThat(console.text()).doesNotContain("h-1");

        hide(console, false);
        console.awaitText("h-1");

        console.browser().block("*/topics/hidden/events*");
        console.awaitNotice("Not up to date");
        machine.publish("hidden", "h-2");
        console.browser().block();
        console.awaitText("h-2");
    }

    /** As if another tab were in front of the page. */
    private static void hide(Console console, boolean hidden) {
        console.browser()
                .evaluate(
                        "Object.defineProperty(document, 'hidden', { configurable: true, value: arguments[0] });"
                                + "document.dispatchEvent(new Event('visibilitychange'));",
                        hidden);
    }

    @Test
    void filtersSelectByWhatIsInTheEventAndAreInTheAddress(Console console, Installation machine) {
        machine.topic("sifted");
        machine.subscribe("sifted", "europe", "/sifted", "/eu/");
        machine.publish("sifted", "s-eu", "/eu/7");
        machine.publish("sifted", "s-us", "/us/7");
        console.open("/topics/sifted/events")
                .signIn(machine.adminToken())
                .awaitText("s-eu")
                .awaitText("s-us");

        console.type("Subject", "/US/")
                .click(Role.BUTTON, "Filter")
                .awaitNoText("s-eu")
                .awaitText("s-us");
        assertThat(console.browser().url()).endsWith("events?subject=%2FUS%2F");
        console.open("/topics/sifted/events?subscription=europe")
                .awaitNoText("s-us")
                .awaitText("s-eu");
        console.open("/topics/sifted/events?text=42.1&type=placed").awaitText("s-us");
        console.open("/topics/sifted/events?text=nowhere").awaitText("No event matches.");
        console.open("/topics/sifted/events?subscription=none").awaitNotice("must be one of topic sifted");
        console.click(Role.LINK, "Show all").awaitText("s-us");
    }

    @Test
    void eventsAreFoundByTheirOutcomeAtASubscription(Console console, Installation machine) {
        machine.endpoint().answers("/refused", ScriptedResponse.status(400));
        machine.topic("refused");
        machine.subscribe("refused", "europe", "/refused", "/eu/");
        machine.publish("refused", "r-us", "/us/7");
        machine.publish("refused", "r-eu", "/eu/7");
        machine.awaitState("refused", "r-eu", "europe", "DeadLettered");
        console.open("/topics/refused/events").signIn(machine.adminToken()).awaitText("r-us");

        console.type("Subscription", "europe")
                .type("Outcome there", "400")
                .click(Role.BUTTON, "Filter")
                .awaitNoText("r-us")
                .awaitText("r-eu");
        console.open("/topics/refused/events?subscription=europe&outcome=Busy").awaitText("No event matches.");
        console.open("/topics/refused/events?outcome=Busy").awaitNotice("needs a subscription");
    }

    @Test
    void anEventOfWhichNothingIsRecordedIsShownAllTheSame(Console console, Installation machine) {
        machine.topic("unmatched");
        machine.subscribe("unmatched", "europe", "/unmatched", "/eu/");
        machine.publish("unmatched", "u-1", "/us/1");
        console.open("/topics/unmatched/events").signIn(machine.adminToken());

        console.click(Role.LINK, "u-1").awaitHeading("Event u-1");

        console.awaitText("Not matched").awaitText("subjectBeginsWith").awaitText("42.10");
    }

    @Test
    void aReaderSeesNoDataAndMayNotSearchIt(Console console, Installation machine) {
        machine.topic("modest");
        machine.publish("modest", "m-1");
        console.open("/topics/modest/events").signIn(Installation.READER).awaitText("m-1");
        assertThat(console.shows(Role.FIELD, "Text in the event")).isFalse();
        console.click(Role.BUTTON, "Show the event of record");
        assertThat(console.browser().has(".payload")).isFalse();
        console.open("/topics/modest/events?text=42").awaitNotice("payloads");
    }

    @Test
    void onAPhoneNothingIsWiderThanTheScreen(Console console, Installation machine) {
        machine.topic("small");
        machine.publish("small", "p-" + "1".repeat(200));
        console.open("/topics/small/events").signIn(machine.adminToken()).awaitText("p-1");
        console.browser().show(Screen.PHONE);
        assertThat(console.overflow()).isZero();
    }

    @Test
    void anUnknownTopicIsTheSentenceOfTheServer(Console console, Installation machine) {
        console.open("/topics/nowhere/events").signIn(machine.adminToken());

        console.awaitNotice("nowhere");
    }
}
