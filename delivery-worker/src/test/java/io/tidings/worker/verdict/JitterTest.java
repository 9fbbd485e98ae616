package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-RETRY-1: what is added to a wait. */
class JitterTest {
    @ParameterizedTest(name = "{0} of {1} ns, at most {2} ns: 0 to {3}")
    @CsvSource({"1, 2, 9, 2", "0.5, 4, 9, 2", "1, 9, 2, 2", "0.5, 1, 9, 0", "1, 9, 0, 0", "0, 9, 9, 0"})
    void everyAdditionUpToTheBoundComesAboutAndNoneBeyond(double share, long step, long most, long bound) {
        var jitter = new Jitter(share, Duration.ofNanos(most));
        var random = seeded(1);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            seen.add(jitter.on(Duration.ofNanos(step), random).toNanos());
        }
        assertThat(seen).hasSize((int) bound + 1).allMatch(each -> each >= 0 && each <= bound);
    }

    @ParameterizedTest
    @CsvSource({"-0.1, PT1S", "1.1, PT1S", "NaN, PT1S", "0.1, PT-1S"})
    void noWaitIsShortenedOrDoubled(double share, Duration most) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Jitter(share, most))
                .withMessage("jitter of " + share + " of a step, at most " + most);
    }
}
