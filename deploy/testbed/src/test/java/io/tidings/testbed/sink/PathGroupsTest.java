package io.tidings.testbed.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Paths say which group counts a request and how it is answered. */
class PathGroupsTest {
    private static final int ALL = Integer.MAX_VALUE;

    private final PathGroups groups = new PathGroups();

    @Test
    void aPathNamesABehaviour() {
        assertThat(behaviour("/a/ok")).isEqualTo(new SinkBehaviour.Responds(200));
        assertThat(behaviour("/a/status/503")).isEqualTo(new SinkBehaviour.Responds(503));
        assertThat(behaviour("/a/slow/200")).isEqualTo(new SinkBehaviour.Slow(Duration.ofMillis(200)));
        assertThat(behaviour("/a/hang")).isEqualTo(new SinkBehaviour.Hangs());
        assertThat(behaviour("/a/close")).isEqualTo(new SinkBehaviour.Closes());
        assertThatThrownBy(() -> groups.target("/a/nonsense")).hasMessageContaining("take ok");
    }

    @Test
    void everyThirdRequestOfAFlakyPathFails() {
        var target = groups.target("/a/flaky/3/500");

        assertThat(target.tally().request(target.behaviour())).isEqualTo(SinkBehaviour.Responds.OK);
        assertThat(target.tally().request(target.behaviour())).isEqualTo(SinkBehaviour.Responds.OK);
        assertThat(target.tally().request(target.behaviour())).isEqualTo(new SinkBehaviour.Responds(500));
    }

    @Test
    void anOrderWinsOverThePath() {
        var target = groups.target("/a/ok");
        groups.tally("a").order(new SinkBehaviour.Hangs());

        assertThat(target.tally().request(target.behaviour())).isEqualTo(new SinkBehaviour.Hangs());
        assertThat(groups.target("/b/ok").tally().request(SinkBehaviour.Responds.OK))
                .isEqualTo(SinkBehaviour.Responds.OK);
    }

    @Test
    void whatComesAgainIsCountedApart() {
        var tally = groups.tally("a");
        for (int number : new int[] {0, 1, 2, 1, 2, 2}) {
            tally.delivered(number, EpochMicros.NONE);
        }

        assertThat(groups.counts("", ALL).distinct()).isEqualTo(3);
        assertThat(groups.counts("", ALL).twice()).isEqualTo(3);
        assertThat(groups.counts("", 2).distinct()).isEqualTo(2);
    }

    @Test
    void groupsAreCountedByThePrefixOfTheirNames() {
        groups.tally("healthy1").delivered(1, EpochMicros.NONE);
        groups.tally("healthy2").delivered(1, EpochMicros.NONE);
        groups.tally("tenth").delivered(1, EpochMicros.NONE);

        assertThat(groups.counts("healthy", ALL).distinct()).isEqualTo(2);
        assertThat(groups.counts("", ALL).distinct()).isEqualTo(3);
        assertThat(groups.counts("nobody", ALL).distinct()).isZero();
    }

    @Test
    void onlyEventsWithATimeHaveALatency() {
        groups.tally("a").delivered(1, EpochMicros.NONE);
        groups.tally("a").delivered(2, EpochMicros.now() - 50_000);
        groups.tally("a").delivered(2, EpochMicros.now() - 90_000_000);

        assertThat(groups.latencies("").getTotalCount()).isEqualTo(1);
        assertThat(groups.latencies("").getMaxValue()).isBetween(50_000L, 5_000_000L);
        groups.forgetLatencies();
        assertThat(groups.latencies("").getTotalCount()).isZero();
    }

    private SinkBehaviour behaviour(String path) {
        return groups.target(path).behaviour();
    }
}
