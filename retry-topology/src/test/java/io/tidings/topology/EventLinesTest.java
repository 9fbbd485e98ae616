package io.tidings.topology;

import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.contract.HeaderNames;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.match.EventMatching;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of each event: nothing, or with DEBUG one line by which its id leads on. */
class EventLinesTest {
    private final DrivenTopology topology = new DrivenTopology(Tracing.off());
    private final Logger log = (Logger) LoggerFactory.getLogger(EventMatching.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    EventLinesTest() {
        logged.start();
        log.addAppender(logged);
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.putSubscription("shop/audit", "u2", subscription());
        topology.putSubscription("shop/paid", "u3", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
    }

    @AfterEach
    void close() {
        log.detachAppender(logged);
        log.setLevel(null);
        topology.close();
    }

    @Test
    void withDebugAnEventIsALineThatSaysWhereItIsFromAndWhatItCameTo() {
        log.setLevel(Level.DEBUG);
        topology.publish(order("a"), HeaderNames.TOPIC, "shop");
        topology.publish(order("b", "paid", "/1"), HeaderNames.TOPIC, "shop");
        assertThat(lines())
                .containsExactly(
                        "event a of topic shop, from tidings.events-0@0: 2 deliveries",
                        "event b of topic shop, from tidings.events-0@1: 3 deliveries");
    }

    @Test
    void withDebugARejectedRecordIsALineThatSaysWhy() {
        log.setLevel(Level.DEBUG);
        topology.publish(order("a"), HeaderNames.TOPIC, "nowhere");
        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("tidings.events-0@0 is rejected (UnknownTopic): ")
                .contains("nowhere");
    }

    @Test
    void withoutItThereIsNone() {
        topology.publish(order("a"), HeaderNames.TOPIC, "shop");
        topology.publish(order("b"), HeaderNames.TOPIC, "nowhere");
        assertThat(lines()).isEmpty();
    }

    private List<String> lines() {
        return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
