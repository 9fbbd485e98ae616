package io.tidings.contract.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.TimelineQuery.AllPending;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.DeadLetters;
import io.tidings.contract.timeline.TimelineQuery.Minutes;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineQuery.PendingBySubscription;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineQuery.RecentBySubscription;
import io.tidings.contract.timeline.TimelineQuery.Rejected;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineQuery.Total;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineQueryTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    static List<TimelineQuery> queries() {
        return List.of(
                new OfEvent("orders", "a/b?c=d&e ä+%"),
                new Pending(BILLING, "u1"),
                new Pending(BILLING, null),
                new AllPending(),
                new PendingBySubscription(),
                new Minutes(BILLING, "u1", NOON, NOON.plusSeconds(60), Duration.ofMinutes(10)),
                new Recent(NOON),
                new RecentBySubscription(NOON),
                new Total(NOON),
                new Rejected("orders", new Selection("WrongSchema", NOON, null, "1", null, 7)),
                new Attempts(BILLING, new Selection(null, null, null, null, null, 1)),
                new DeadLetters(BILLING, "u1", new Selection("Busy", NOON, NOON.plusSeconds(1), "1&2", "00ff", 1000)));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void aQueryIsReadAsItWasWritten(TimelineQuery query) {
        assertThat(TimelineQuery.parse(query.parameters())).isEqualTo(query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "of=all",
                "of=event&topic=orders",
                "of=pending&subscription=orders",
                "of=minutes&subscription=orders/billing",
                "of=minutes&subscription=orders/billing&from=2026-11-21T12:00:00Z&to=2026-11-21T12:01:00Z&step=PT0S",
                "of=recent&from=noon",
                "of=rejected&top=1",
                "of=attempts&subscription=orders/billing&top=many",
                "of=attempts&subscription=orders/billing&top=1001",
                "of=attempts&subscription=orders/billing&top=1&from=noon"
            })
    void anotherTextIsNoQuery(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TimelineQuery.parse(text));
    }
}
