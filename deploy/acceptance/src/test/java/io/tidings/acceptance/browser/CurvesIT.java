package io.tidings.acceptance.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Curves show counts and times of an hour, a day or a week. */
@ExtendWith(ConsoleExtension.class)
class CurvesIT {
    private static final SubscriptionKey MAIL = new SubscriptionKey("curves", "mail");
    private static final String PATH = "/topics/curves/eventSubscriptions/mail";
    private static final String FAILURES = "tidings-chart:has(canvas[aria-label^='Failed attempts per'])";
    private static final String CLICK = """
        const canvas = document.querySelector(arguments[0] + ' canvas');
        const box = canvas.getBoundingClientRect();
        const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
        canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
        """;

    @Test
    void aPointOfACurveIsNamedAndLeadsToTheAttemptsOfItsTime(Console console, Installation machine) {
        machine.endpoint().answers("/curves", ScriptedResponse.status(404));
        machine.topic("curves");
        machine.subscribe("curves", "mail", "/curves");
        machine.publish("curves", "c-1");
        machine.awaitState("curves", "c-1", "mail", "Waiting");
        var attempt =
                machine.manage("GET", PATH + "/attempts", "").path("value").path(0);
        var minute = Instant.parse(attempt.path("ended").asText()).truncatedTo(ChronoUnit.MINUTES);
        machine.write(List.of(failedIn(minute)));
        machine.manage("PATCH", PATH, "{\"properties\":{\"labels\":[\"seen\"]}}");

        console.open("/topics/curves/subscriptions/mail").signIn(machine.adminToken());

        console.awaitText("changed: labels");
        var browser = console.browser();
        browser.await(
                "the outcome of the minute", () -> numbers(browser, minute).contains("3 attempts"));
        assertThat(texts(browser, FAILURES + " thead")).contains("NotFound", "Settings");
        assertThat(texts(browser, "tidings-chart:has(canvas[aria-label^='Matched']) thead"))
                .contains("Matched", "Delivered");
        assertThat(texts(browser, "tidings-chart:has(canvas[aria-label^='Age of'])"))
                .contains("90 s");
        browser.await("a click on the chart, once it is drawn", () -> {
            browser.evaluate(CLICK, FAILURES);
            return console.text().contains("Only those that ended from");
        });
        assertThat(browser.url()).contains("from=");
        browser.evaluate("document.querySelector(arguments[0]).click()", link(minute));
        console.awaitText("c-1");
        assertThat(browser.url()).contains("from=" + minute.toString().replace(":", "%3A"));
        console.click(Role.BUTTON, "Show any time").awaitNoText("Only those that ended from");
    }

    private static String link(Instant minute) {
        return FAILURES + " a:has(time[datetime='" + minute + "'])";
    }

    private static String numbers(Browser browser, Instant minute) {
        return String.valueOf(browser.evaluate(
                "return document.querySelector(arguments[0])?.closest('tr').textContent ?? ''", link(minute)));
    }

    private static String texts(Browser browser, String selector) {
        return String.valueOf(browser.evaluate("return document.querySelector(arguments[0]).textContent", selector));
    }

    private static ProducerRecord<byte[], byte[]> failedIn(Instant minute) {
        var line = new StatsLine(
                MAIL,
                null,
                minute,
                0,
                3,
                new TreeMap<>(Map.of("NotFound", 3L)),
                new TreeMap<>(Map.of(Duration.ofMillis(7), 3L)),
                new TreeMap<>(),
                Duration.ofSeconds(90));
        return new ProducerRecord<>(new Topics(Topics.DEFAULT_PREFIX).stats(), line.key("another"), line.json());
    }

    @Test
    void aPeriodIsChosenOnTheOverviewAndOfASubscription(Console console, Installation machine) {
        machine.topic("periods");
        machine.subscribe("periods", "mail", "/periods");
        machine.publish("periods", "p-1");
        machine.awaitState("periods", "p-1", "mail", "Delivered");
        console.open("/").signIn(machine.adminToken()).awaitHeading("Overview");

        console.choose("Period", "Last 7 days");
        console.browser().await("hours", () -> console.browser().has("canvas[aria-label='Matched events per hour']"));
        console.awaitText("when the server started");

        console.open("/topics/periods/subscriptions/mail").awaitHeading("Subscription periods/mail");
        console.choose("Period", "Last 24 hours");
        console.browser()
                .await(
                        "parts of a day",
                        () -> console.browser()
                                .has("canvas[aria-label='Matched and delivered events per 10 minutes']"));
    }
}
