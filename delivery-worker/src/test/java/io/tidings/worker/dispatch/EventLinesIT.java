package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** With DEBUG an event can be followed by its id; else the log is silent about single events. */
@Isolated("other tests would write to the log that it reads")
class EventLinesIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of());
    private final Logger log = (Logger) LoggerFactory.getLogger("io.tidings.worker");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    EventLinesIT() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void close() {
        log.detachAppender(lines);
        log.setLevel(null);
        bench.close();
        webhook.close();
    }

    @Test
    void everyDecisionIsALineWithTheIdOfTheEventAndWhereItCameFrom() {
        log.setLevel(Level.DEBUG);
        threeEvents();
        assertThat(linesOf("event-0"))
                .singleElement()
                .asString()
                .startsWith("event event-0 for orders/billing, from tidings.events-0@0: Retry[");
        assertThat(linesOf("event-1"))
                .singleElement()
                .asString()
                .startsWith("event event-1 for orders/billing, from tidings.events-0@1: Drop[");
        assertThat(linesOf("event-2"))
                .singleElement()
                .asString()
                .startsWith("event event-2 for orders/billing, from tidings.events-0@2: Delivered[");
    }

    @Test
    void nothingIsSaidOfAnEventUnlessDebugIsAskedFor() {
        threeEvents();
        assertThat(linesOf("event-")).isEmpty();
    }

    /** One is retried, one dropped, one delivered. */
    private void threeEvents() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        webhook.answers(
                "/hook", ScriptedResponse.status(503), ScriptedResponse.status(400), ScriptedResponse.status(200));
        for (int i = 0; i < 3; i++) {
            bench.deliver();
            await().until(bench::settled);
        }
    }

    private List<String> linesOf(String event) {
        return lines.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(event))
                .toList();
    }
}
