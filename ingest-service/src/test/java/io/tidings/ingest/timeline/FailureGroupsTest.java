package io.tidings.ingest.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailureGroupsTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Result MOVED = refused("this hook has moved\nid 1");
    private static final Result SUCCESS = new Result(null, 200, null, null);

    private static Result refused(String excerpt) {
        return new Result(LastOutcome.BAD_REQUEST, 400, "status 400", excerpt, "https://e.example:8443/hook");
    }

    /** @param event its number, which is also its offset */
    private static Attempt attempt(int event, int second, Result result, @Nullable Instant due) {
        var delivery = new LoggedDelivery("order-" + event, new EventSource("tidings.events", 0, event), "u", NOON, 0);
        var then = new Consequence(due == null ? "DeadLetter" : "Retry", null, due);
        return new Attempt(
                BILLING, new AttemptLine(delivery, 1, NOON.plusSeconds(second), Duration.ZERO, result, then));
    }

    private static List<JsonNode> groups(Attempt... newestFirst) {
        return List.copyOf(FailureGroups.of(List.of(newestFirst)).json());
    }

    @Test
    void whatTheEndpointSaidIsOneGroup() {
        assertThat(groups(
                        attempt(3, 30, refused("  this hook has moved  "), null),
                        attempt(2, 20, new Result(LastOutcome.SOCKET_ERROR, null, "connection refused", null), NOON),
                        attempt(1, 10, MOVED, NOON.plusSeconds(60))))
                .extracting(JsonNode::toString)
                .containsExactly("""
                    {"host":"e.example:8443","outcome":"BadRequest","status":400,"said":"this hook has moved",\
                    "events":2,"waiting":1,"since":"2026-11-22T12:00:10Z","last":"2026-11-22T12:00:30Z",\
                    "lastEventId":"order-3"}\
                    """, """
                    {"outcome":"SocketError","said":"connection refused","events":1,"waiting":1,\
                    "since":"2026-11-22T12:00:20Z","last":"2026-11-22T12:00:20Z","lastEventId":"order-2"}\
                    """);
    }

    @Test
    void anEventCountsOnceByItsLatestFailure() {
        assertThat(groups(attempt(1, 20, refused("later"), NOON), attempt(1, 10, MOVED, NOON)))
                .extracting(each -> each.path("said").asText())
                .containsExactly("later");
    }

    @Test
    void whatWasDeliveredSinceIsLeftOut() {
        assertThat(groups(attempt(1, 20, SUCCESS, null), attempt(1, 10, MOVED, null)))
                .isEmpty();
    }

    @Test
    void theEndOfADeliveryIsNoFailureOfItsOwn() {
        assertThat(groups(
                        attempt(1, 20, new Result(LastOutcome.CANCELED, null, null, null), null),
                        attempt(1, 10, MOVED, NOON)))
                .extracting(each -> each.path("outcome").asText())
                .containsExactly("BadRequest");
    }

    @Test
    void theSmallestGroupsAreNotShown() {
        var all = new ArrayList<Attempt>();
        for (int i = 0; i < 22; i++) {
            all.add(attempt(i, 0, refused("no " + i), null));
        }
        all.add(attempt(22, 0, refused("no 21"), null));
        var groups = FailureGroups.of(all);
        assertThat(groups.json())
                .hasSize(20)
                .first()
                .satisfies(each -> assertThat(each.path("said").asText()).isEqualTo("no 21"));
        assertThat(groups.more()).isEqualTo(2);
    }
}
