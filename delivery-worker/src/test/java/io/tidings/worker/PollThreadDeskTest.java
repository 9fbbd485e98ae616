package io.tidings.worker;

import static io.tidings.worker.Examples.LANE;
import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.lane.LockToken;
import io.tidings.worker.desk.QueueShare;
import io.tidings.worker.desk.Reply;
import io.tidings.worker.desk.TokenAction;
import io.tidings.worker.desk.TokenResult;
import io.tidings.worker.dispatch.DispatcherFixture;
import io.tidings.worker.dispatch.HandedOut;
import io.tidings.worker.dispatch.ReceivedEnd;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PULL-1: what is said of tokens whose subscription is no queue, as far as the worker knows. */
class PollThreadDeskTest {
    private static final LockToken TOKEN = new LockToken(LANE.number(), UUID.randomUUID());

    private final DispatcherFixture fixture = new DispatcherFixture(Map.of());
    private final QueueLog log = new QueueLog();
    private final PollThreadDesk desk = new PollThreadDesk(
            Runnable::run,
            () -> List.of(log.order().waiting()),
            fixture.dispatcher,
            new Settlements((_, _, _) -> {}, new HandedOut(1), new NoEnds(), () -> new ClockReading(NOON, 0)));

    private static final class NoEnds implements Settlements.Ends {
        @Override
        public boolean end(PolledDelivery polled, ReceivedEnd end, int times, ClockReading now) {
            throw new IllegalStateException("nothing was received");
        }

        @Override
        public void lost(Wanted wanted) {
            throw new IllegalStateException("nothing was received");
        }
    }

    @AfterEach
    void close() {
        desk.close();
        fixture.close();
    }

    @Test
    void nobodyHasAnEventOfASubscriptionThatDoesNotExist() {
        assertThat(acknowledged()).isEqualTo(new TokenResult(TOKEN, Failure.LOST));
    }

    /** Its lock lasts, and the record may be readable again, at this worker or at another one. */
    @Test
    void aTokenIsNotLostBecauseTheSubscriptionCannotBeRead() {
        fixture.subscribeIllegibly();

        assertThat(acknowledged()).isEqualTo(new TokenResult(TOKEN, Failure.UNAVAILABLE));
    }

    private TokenResult acknowledged() {
        var queue = new QueueShare(Examples.BILLING, "uid", LANE.number());
        var reply = desk.settle(queue, new TokenAction.Acknowledge(), List.of(TOKEN))
                .toCompletableFuture()
                .getNow(null);
        assertThat(reply).isInstanceOf(Reply.Given.class);
        return ((Reply.Given<List<TokenResult>>) reply).value().getFirst();
    }
}
