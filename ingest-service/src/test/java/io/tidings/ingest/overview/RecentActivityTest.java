package io.tidings.ingest.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentActivityTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:30Z");
    private static final Instant HOUR_AGO = Instant.parse("2026-11-22T11:00:00Z");

    /** A timeline that is a script. */
    private static final class ScriptedTimeline implements Timeline {
        private final List<TimelineQuery> asked = new ArrayList<>();
        private @Nullable TimelineResult result;

        @Override
        public TimelineResult ask(TimelineQuery query) throws TimelineUnavailableException {
            asked.add(query);
            if (result == null) {
                throw new TimelineUnavailableException("away");
            }
            return result;
        }

        void knows(Duration behind, List<String> incomplete, ActiveMinute... minutes) {
            result = new TimelineResult(
                    List.of(0), List.of(), null, Map.of(), List.of(), List.of(minutes), behind, incomplete);
        }
    }

    private final ScriptedTimeline timeline = new ScriptedTimeline();
    private final RecentActivity activity = new RecentActivity(timeline);

    private static ActiveMinute minute(int ofHour, long delivered) {
        return new ActiveMinute(HOUR_AGO.plusSeconds(60L * ofHour), "orders", delivered, 0, 0, 0);
    }

    @Test
    void afterTheFirstHourOnlyRecentMinutesAreAsked() {
        timeline.knows(Duration.ZERO, List.of(), minute(3, 1), minute(57, 1));
        assertThat(activity.at(NOON).minutes()).hasSize(2);
        timeline.knows(Duration.ZERO, List.of(), minute(57, 9), minute(58, 2));
        assertThat(activity.at(NOON.plusSeconds(5)).minutes())
                .containsExactlyInAnyOrder(minute(3, 1), minute(57, 9), minute(58, 2));
        assertThat(timeline.asked)
                .containsExactly(new Recent(HOUR_AGO), new Recent(Instant.parse("2026-11-22T11:57:00Z")));
    }

    @Test
    void itIsAskedAtMostEveryFiveSeconds() {
        timeline.knows(Duration.ZERO, List.of());
        for (int millis = 0; millis < 5000; millis += 100) {
            activity.at(NOON.plusMillis(millis));
        }
        assertThat(timeline.asked).hasSize(1);
    }

    @Test
    void minutesThatAreOverAnHourOldAreForgotten() {
        timeline.knows(Duration.ZERO, List.of(), minute(3, 1));
        activity.at(NOON);
        timeline.knows(Duration.ZERO, List.of());
        for (int second = 0; second <= 240; second += 30) {
            activity.at(NOON.plusSeconds(second));
        }
        assertThat(activity.at(NOON.plusSeconds(241)).minutes()).isEmpty();
    }

    @Test
    void whatWasIncompleteOrFarBehindIsAskedAgain() {
        timeline.knows(Duration.ZERO, List.of("partition 3 is away"));
        assertThat(activity.at(NOON).incomplete()).containsExactly("partition 3 is away");
        timeline.knows(Duration.ofMinutes(10), List.of());
        activity.at(NOON.plusSeconds(5));
        activity.at(NOON.plusSeconds(10));
        assertThat(timeline.asked).containsOnly(new Recent(HOUR_AGO)).hasSize(3);
    }

    @Test
    void aTimelineThatIsAwayIsToldAndAskedAgain() {
        assertThat(activity.at(NOON).available()).isFalse();
        timeline.knows(Duration.ZERO, List.of(), minute(3, 1));
        assertThat(activity.at(NOON.plusSeconds(5)).minutes()).containsExactly(minute(3, 1));
    }
}
