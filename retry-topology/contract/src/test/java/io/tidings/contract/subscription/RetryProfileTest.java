package io.tidings.contract.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.subscription.RetryProfile.Floors;
import io.tidings.contract.subscription.RetryProfile.Limits;
import io.tidings.contract.subscription.RetryProfile.Preset;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** B-PROFILE-1: the schedules. */
class RetryProfileTest {
    @Test
    void theDefaultIsTheLadder() {
        var ladder = new RetryLadder(TimeScale.REAL);
        for (int attempts = 1; attempts < 40; attempts++) {
            assertThat(RetryProfile.DEFAULT.step(attempts)).isEqualTo(ladder.step(attempts));
        }
        assertThat(RetryProfile.DEFAULT.responseTimeout()).isNull();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "EVENT_GRID_EDGE, PT1M PT10M PT10M PT10M",
        "EXPONENTIAL, PT10S PT20S PT40S PT1M20S PT2M40S PT5M20S PT10M40S PT21M20S PT42M40S PT1H25M20S PT2H50M40S"
                + " PT5H41M20S PT11H22M40S PT12H PT12H"
    })
    void aPresetHasItsSteps(Preset preset, String steps) {
        var expected = Stream.of(steps.split(" ")).map(Duration::parse).toList();
        assertThat(IntStream.rangeClosed(1, expected.size())
                        .mapToObj(profile(preset, List.of())::step)
                        .toList())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("presets")
    void everyPresetIsAScheduleThatASubscriptionCouldSet(Preset preset) {
        var profile = profile(preset, List.of());
        for (int attempts = 1; attempts <= RetryProfile.MOST_ATTEMPTS; attempts++) {
            assertThat(profile.step(attempts)).isBetween(RetryProfile.SHORTEST_STEP, RetryProfile.LONGEST_STEP);
        }
    }

    static Stream<Preset> presets() {
        return Arrays.stream(Preset.values());
    }

    @Test
    void theLastStepOfAnOwnScheduleRepeats() {
        var own = profile(Preset.EXPONENTIAL, List.of(Duration.ofSeconds(14), Duration.ofHours(1)));
        assertThat(List.of(own.step(1), own.step(2), own.step(3), own.step(100)))
                .containsExactly(Duration.ofSeconds(14), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
    }

    @Test
    void noStatusIsBothRetriedAndNotRetried() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StatusOverrides(Set.of(400, 409), Set.of(409, 404)))
                .withMessageContaining("409");
    }

    private static RetryProfile profile(Preset preset, List<Duration> schedule) {
        return new RetryProfile(preset, schedule, null, Floors.EVENT_GRID, StatusOverrides.NONE, Limits.NONE);
    }
}
