package io.tidings.ingest.server;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-PUB-5: only a client that tries many keys waits longer for each response. */
class AuthFailureDelayTest {
    private final AuthFailureDelay keys = new AuthFailureDelay(ofSeconds(3));

    @Test
    void someAreFreeThenEachWaitsTwiceAsLongUpToABound() {
        assertThat(tries("192.0.2.1", 10, 0)).containsOnly(ZERO);
        assertThat(tries("192.0.2.1", 7, 0))
                .containsExactly(
                        ofMillis(100),
                        ofMillis(200),
                        ofMillis(400),
                        ofMillis(800),
                        ofMillis(1600),
                        ofSeconds(3),
                        ofSeconds(3));
        assertThat(tries("192.0.2.1", 1000, 0)).containsOnly(ofSeconds(3));
    }

    @Test
    void otherAddressesDoNotWait() {
        tries("192.0.2.1", 100, 0);
        assertThat(tries("192.0.2.2", 1, 0)).containsOnly(ZERO);
    }

    @Test
    void anIpv6NetworkOfOneCustomerIsOneAddress() {
        tries("2001:db8:1:2:3:4:5:6", 100, 0);
        assertThat(tries("2001:db8:1:2:9:9:9:9", 1, 0)).containsOnly(ofSeconds(3));
        assertThat(tries("2001:db8:1:3:3:4:5:6", 1, 0)).containsOnly(ZERO);
    }

    @Test
    void afterAMinuteOfQuietAllIsForgotten() {
        tries("192.0.2.1", 100, 0);
        assertThat(tries("192.0.2.1", 1, ofMinutes(1).toNanos())).containsOnly(ZERO);
    }

    @Test
    void withoutADelayNoResponseWaits() {
        var off = new AuthFailureDelay(ZERO);
        for (int i = 0; i < 100; i++) {
            assertThat(off.delayAfterFailure("192.0.2.1", 0)).isEqualTo(ZERO);
        }
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < 20_000; i++) {
            var _ = keys.delayAfterFailure("host-" + i, i);
        }
        assertThat(keys.size()).isEqualTo(10_000);
    }

    private Duration[] tries(String address, int count, long nanos) {
        return Stream.generate(() -> keys.delayAfterFailure(address, nanos))
                .limit(count)
                .toArray(Duration[]::new);
    }
}
