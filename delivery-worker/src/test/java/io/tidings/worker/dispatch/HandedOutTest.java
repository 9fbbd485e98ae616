package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.QueueLog;
import io.tidings.worker.partition.PolledDelivery;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandedOutTest {
    private final QueueLog log = new QueueLog();

    @Test
    void whatWasHandedOutLastIsTakenOnce() {
        var some = deliveries(3);
        var handedOut = new HandedOut(2L * some.getFirst().bytes());
        some.forEach(handedOut::put);
        handedOut.put(some.getLast());

        assertThat(take(handedOut, some.getFirst())).isFalse();
        assertThat(take(handedOut, some.get(1))).isTrue();
        assertThat(take(handedOut, some.get(1))).isFalse();
        handedOut.put(some.getFirst());
        assertThat(take(handedOut, some.getLast()))
                .as("there was room for both")
                .isTrue();
    }

    @Test
    void oneThatIsLargerThanAllIsNotKept() {
        var large = deliveries(1).getFirst();
        var handedOut = new HandedOut(large.bytes() - 1L);
        handedOut.put(large);

        assertThat(take(handedOut, large)).isFalse();
    }

    @Test
    void thoseOfALostNumberAreForgotten() {
        var handedOut = new HandedOut(10_000);
        var lost = deliveries(1).getFirst();
        handedOut.put(lost);
        log.order().waiting().disown();
        handedOut.forgetDisowned();

        assertThat(take(handedOut, lost)).isFalse();
    }

    private List<PolledDelivery> deliveries(int count) {
        for (int each = 0; each < count; each++) {
            log.publish();
        }
        return log.load(_ -> count);
    }

    private static boolean take(HandedOut handedOut, PolledDelivery polled) {
        return handedOut.take(polled.from(), polled.offset()).isPresent();
    }
}
