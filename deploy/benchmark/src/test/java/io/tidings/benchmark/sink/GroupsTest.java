package io.tidings.benchmark.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Paths say which group counts a request and how it is answered. */
class GroupsTest {
    private static final int ALL = Integer.MAX_VALUE;

    private final Groups groups = new Groups();

    @Test
    void aPathNamesABehaviour() {
        assertThat(behaviour("/a/ok")).isEqualTo(new Behaviour.Answers(200));
        assertThat(behaviour("/a/status/503")).isEqualTo(new Behaviour.Answers(503));
        assertThat(behaviour("/a/slow/200")).isEqualTo(new Behaviour.Slow(Duration.ofMillis(200)));
        assertThat(behaviour("/a/hang")).isEqualTo(new Behaviour.Hangs());
        assertThatThrownBy(() -> groups.target("/a/nonsense")).hasMessageContaining("take ok");
    }

    @Test
    void everyThirdRequestOfAFlakyPathFails() {
        var target = groups.target("/a/flaky/3/500");

        assertThat(target.tally().request(target.behaviour())).isEqualTo(Behaviour.Answers.OK);
        assertThat(target.tally().request(target.behaviour())).isEqualTo(Behaviour.Answers.OK);
        assertThat(target.tally().request(target.behaviour())).isEqualTo(new Behaviour.Answers(500));
    }

    @Test
    void anOrderWinsOverThePath() {
        var target = groups.target("/a/ok");
        groups.tally("a").order(new Behaviour.Hangs());

        assertThat(target.tally().request(target.behaviour())).isEqualTo(new Behaviour.Hangs());
        assertThat(groups.target("/b/ok").tally().request(Behaviour.Answers.OK)).isEqualTo(Behaviour.Answers.OK);
    }

    @Test
    void whatComesAgainIsCountedApart() {
        var tally = groups.tally("a");
        for (int number : new int[] {0, 1, 2, 1, 2, 2}) {
            tally.delivered(number, Micros.NONE);
        }

        assertThat(groups.counts("", ALL).distinct()).isEqualTo(3);
        assertThat(groups.counts("", ALL).twice()).isEqualTo(3);
        assertThat(groups.counts("", 2).distinct()).isEqualTo(2);
    }

    @Test
    void groupsAreCountedByThePrefixOfTheirNames() {
        groups.tally("healthy1").delivered(1, Micros.NONE);
        groups.tally("healthy2").delivered(1, Micros.NONE);
        groups.tally("tenth").delivered(1, Micros.NONE);

        assertThat(groups.counts("healthy", ALL).distinct()).isEqualTo(2);
        assertThat(groups.counts("", ALL).distinct()).isEqualTo(3);
        assertThat(groups.counts("nobody", ALL).distinct()).isZero();
    }

    @Test
    void onlyEventsWithATimeHaveALatency() {
        groups.tally("a").delivered(1, Micros.NONE);
        groups.tally("a").delivered(2, Micros.now() - 50_000);
        groups.tally("a").delivered(2, Micros.now() - 90_000_000);

        assertThat(groups.latencies("").getTotalCount()).isEqualTo(1);
        assertThat(groups.latencies("").getMaxValue()).isBetween(50_000L, 5_000_000L);
        groups.forgetLatencies();
        assertThat(groups.latencies("").getTotalCount()).isZero();
    }

    private Behaviour behaviour(String path) {
        return groups.target(path).behaviour();
    }
}
