package io.tidings.worker.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.worker.verdict.DropReason;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoggedDropsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final LoggedDrops drops = new LoggedDrops();

    @Test
    void oneOfEachSubscriptionAndReasonIsLogged() {
        assertThat(drops.first(key(1), DropReason.RECORD_TOO_LARGE, NOON)).isTrue();
        assertThat(drops.first(key(1), DropReason.RECORD_TOO_LARGE, NOON)).isFalse();
        assertThat(drops.first(key(1), DropReason.SUBSCRIPTION_DELETED, NOON)).isTrue();
        assertThat(drops.first(key(2), DropReason.RECORD_TOO_LARGE, NOON)).isTrue();
    }

    @Test
    void aSubscriptionThatGoesOnDroppingIsNotLoggedAgain() {
        assertThat(drops.first(key(1), DropReason.RECORD_TOO_LARGE, NOON)).isTrue();
        for (int minutes = 50; minutes < 1000; minutes += 50) {
            assertThat(drops.first(key(1), DropReason.RECORD_TOO_LARGE, NOON.plusSeconds(60L * minutes)))
                    .isFalse();
        }
    }

    @Test
    void aDropIsForgottenAfterAnHour() {
        for (int i = 0; i < 1000; i++) {
            drops.first(key(i), DropReason.SUBSCRIPTION_DELETED, NOON.plusSeconds(i));
        }
        assertThat(drops.size()).isEqualTo(1000);
        assertThat(drops.first(key(0), DropReason.SUBSCRIPTION_DELETED, NOON.plusSeconds(3601)))
                .isTrue();
        drops.first(key(0), DropReason.SUBSCRIPTION_DELETED, NOON.plusSeconds(9000));
        assertThat(drops.size()).isEqualTo(1);
    }

    private static SubscriptionKey key(int number) {
        return new SubscriptionKey("shop", "sub" + number);
    }
}
