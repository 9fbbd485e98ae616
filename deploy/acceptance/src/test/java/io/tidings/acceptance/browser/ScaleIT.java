package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** 10,000 subscriptions, and 100,000 attempts of one of them: a page is painted within a second. */
@Tag("long")
@ExtendWith(ConsoleExtension.class)
class ScaleIT {
    private static final Logger log = LoggerFactory.getLogger(ScaleIT.class);
    private static final int SUBSCRIPTIONS = 10_000;
    private static final int ATTEMPTS = 100_000;
    private static final double FIRST_PAINT_MILLIS = 1_000;
    private static final double DATA_MILLIS = 5_000;
    private static final String LAST = "/topics/large/eventSubscriptions/sub-09999";
    private static final SubscriptionKey BUSY = new SubscriptionKey("large", "sub-05000");

    @Test
    void largeListsArePaintedWithinASecond(Browser browser) {
        try (var machine = Installation.start()) {
            machine.topic("large");
            machine.write(Crowd.subscriptions("large", SUBSCRIPTIONS));
            await().until(() -> machine.statusFor(machine.adminToken(), "GET", LAST, "") == 200);
            machine.write(Crowd.attempts(BUSY, ATTEMPTS));
            await().until(
                            () -> machine.manage(
                                            "GET", "/topics/large/eventSubscriptions/sub-05000/attempts?$top=1", "")
                                    .at("/value/0/eventId")
                                    .asText(),
                            ("event-" + (ATTEMPTS - 1))::equals);

            var console = new Console(browser, machine.url());
            assertQuick(console, machine, "/", "Overview", "large");
            assertQuick(console, machine, "/topics/large", "Topic large", "sub-00000");
            assertQuick(
                    console,
                    machine,
                    "/topics/large/subscriptions/sub-05000",
                    "Subscription large/sub-05000",
                    "event-" + (ATTEMPTS - 1));
            assertThat(console.browser().evaluate("return document.querySelectorAll('*').length"))
                    .asString()
                    .satisfies(
                            elements -> assertThat(Integer.parseInt(elements)).isLessThan(5_000));
        }
    }

    /** From an empty tab to the first paint; from signing in to the data. */
    private static void assertQuick(Console console, Installation machine, String route, String heading, String data) {
        console.browser().load("about:blank");
        console.open(route).awaitHeading("Sign in");
        double paint = paint(console.browser());
        console.type("Token", machine.adminToken());
        long begin = System.nanoTime();
        console.click(Role.BUTTON, "Sign in").awaitHeading(heading).awaitText(data);
        double shown = (System.nanoTime() - begin) / 1e6;
        log.info("{}: first contentful paint {} ms, data {} ms after signing in", route, paint, shown);

        assertThat(paint).as(route).isLessThan(FIRST_PAINT_MILLIS);
        assertThat(shown).as(route).isLessThan(DATA_MILLIS);
    }

    private static double paint(Browser browser) {
        var paint = browser.await(
                "the first paint",
                () -> browser.evaluate("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"));
        return ((Number) paint).doubleValue();
    }
}
