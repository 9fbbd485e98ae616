package io.tidings.runtime.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-PROFILE-2: events must be kept for their time to live, the delay of dead letters and a day. */
class TopicRetentionTest {
    private static final long WEEK = Duration.ofDays(7).toMillis();
    private static final Duration LONGEST =
            Duration.ofDays(7).minus(Duration.ofDays(1)).minus(Duration.ofMinutes(5));

    @Test
    void aTimeToLiveMayBeSoLongThatEveryTopicJustKeepsIt() {
        assertThat(TopicRetention.tooShortFor(LONGEST, Map.of("events", WEEK, "deliveries", WEEK)))
                .isEmpty();
    }

    @Test
    void everyTopicThatIsTooShortIsNamedWithTheRetentionItNeeds() {
        var problem = TopicRetention.tooShortFor(
                LONGEST.plusMillis(1), Map.of("events", WEEK, "deliveries", WEEK, "dead-letters", WEEK + 1));
        assertThat(problem).get().asString().contains("retention.ms=604800001", "deliveries has 604800000, events has");
        assertThat(problem).get().asString().doesNotContain("dead-letters has");
    }

    @Test
    void anUnlimitedRetentionKeepsEverything() {
        assertThat(TopicRetention.tooShortFor(Duration.ofDays(7), Map.of("events", -1L)))
                .isEmpty();
    }
}
