package io.tidings.acceptance.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
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
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
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
            machine.write(IntStream.range(0, SUBSCRIPTIONS)
                    .mapToObj(ScaleIT::subscription)
                    .toList());
            await().until(() -> machine.statusFor(machine.adminToken(), "GET", LAST, "") == 200);
            var newest = Instant.now();
            machine.write(IntStream.range(0, ATTEMPTS)
                    .mapToObj(i -> attempt(i, newest.minusMillis(10L * (ATTEMPTS - i))))
                    .toList());
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

    private static ProducerRecord<byte[], byte[]> subscription(int number) {
        var key = new SubscriptionKey("large", "sub-%05d".formatted(number));
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":\
            {"endpointUrl":"http://localhost:9/%d"}},"filter":{"subjectBeginsWith":"/never/%d"}}}\
            """.formatted(number, number);
        var record = new ProducerRecord<>(TOPICS.subscriptions(), key.bytes(), json.getBytes(UTF_8));
        record.headers().add(HeaderNames.SUBSCRIPTION_UID, uid(key).getBytes(UTF_8));
        record.headers()
                .add(
                        HeaderNames.PROVISIONING_STATE,
                        ProvisioningState.SUCCEEDED.wireName().getBytes(UTF_8));
        return record;
    }

    private static String uid(SubscriptionKey key) {
        return UUID.nameUUIDFromBytes(key.bytes()).toString();
    }

    private static ProducerRecord<byte[], byte[]> attempt(int number, Instant ended) {
        var delivery = new LoggedDelivery(
                "event-" + number,
                new EventSource(TOPICS.events(), number % 4, number),
                uid(BUSY),
                ended.minusMillis(30),
                0);
        var result = new Result(LastOutcome.GENERIC_ERROR, 500, "status 500: localhost:9", "{\"error\":\"down\"}");
        var line = new AttemptLine(
                delivery, 1, ended, Duration.ofMillis(12), result, new Consequence("DeadLetter", "Rejected", null));
        return new ProducerRecord<>(TOPICS.attempts(), BUSY.bytes(), line.json());
    }
}
