package io.tidings.export.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Times as the command takes them. */
class RedriveTimeTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void aTimeIsAnInstantOrSoLongAgo() {
        assertThat(RedriveTime.parse("2026-11-21T09:30:00Z", NOON)).isEqualTo(Instant.parse("2026-11-21T09:30:00Z"));
        assertThat(RedriveTime.parse("90m", NOON)).isEqualTo(NOON.minusSeconds(5400));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedriveTime.parse("yesterday", NOON))
                .withMessageContaining("2026-11-21T09:30:00Z");
        assertThatIllegalArgumentException().isThrownBy(() -> RedriveTime.parse("noonZ", NOON));
    }
}
