package io.tidings.export.redrive;

import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.redrive.RedriveFixture.BILLING;
import static io.tidings.export.redrive.RedriveFixture.delivery;
import static io.tidings.export.redrive.RedriveFixture.order;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.RetryState;
import java.time.Instant;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead letters become deliveries again, each once, and only those that were asked for. */
class RedriveIT {
    private static final TraceContext TRACE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null);

    private RedriveFixture bench;

    @BeforeEach
    void open() throws Exception {
        bench = RedriveFixture.open();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aDeadLetterIsDeliveredAgainAsItWasWithAllItsAttempts() throws Exception {
        var traced = deadLetter(bench.topics(), 0, "billing", "archive", "dead", "e0");
        traced.headers().add(HeaderNames.TRACEPARENT, TRACE.traceparent().getBytes(UTF_8));
        bench.send(traced);
        bench.giveUp("archive", 3);
        var begin = Instant.now();

        assertThat(bench.redrive(order(false, false)).run()).isTrue();

        var record = bench.deliveries().getFirst();
        assertThat(bench.deliveries()).hasSize(1);
        assertThat(record.key()).isEqualTo(BILLING.bytes());
        assertThat(new String(record.value(), UTF_8)).isEqualTo("""
            {"id":"e0","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z"}\
            """);
        var delivery = delivery(record);
        assertThat(delivery.subscription()).isEqualTo(BILLING);
        assertThat(delivery.uid()).isEqualTo("uid-of-billing");
        assertThat(delivery.retryState()).isEqualTo(RetryState.START);
        assertThat(delivery.event().trace()).isEqualTo(TRACE);
        assertThat(delivery.event().published()).isAfterOrEqualTo(begin);
        assertThat(delivery.subscriptionsRead()).isEqualTo(1);
        assertThat(delivery.redriven()).isNotNull();
        assertThat(delivery.redriven().times()).isEqualTo(1);
        assertThat(bench.printed())
                .contains(
                        "has 1 dead letters to redrive",
                        "1  UndeliverableDueToHttpBadRequest",
                        "done: redriven 1 of 1");
    }

    @Test
    void aDryRunCountsAndWritesNothing() throws Exception {
        bench.giveUp("billing", 5);

        assertThat(bench.redrive(order(true, false)).run()).isTrue();

        assertThat(bench.printed())
                .contains("has 5 dead letters", "5  UndeliverableDueToHttpBadRequest", "nothing was written");
        assertThat(bench.deliveries()).isEmpty();
        bench.redrive(order(false, false)).run();
        assertThat(bench.deliveries()).hasSize(5);
    }

    @Test
    void aRedrivenLetterIsNotRedrivenAgainAndOneThatFailsAgainOnlyOnRequest() throws Exception {
        bench.giveUp("billing", 3);
        bench.redrive(order(false, false)).run();
        bench.redrive(order(false, false)).run();
        assertThat(bench.deliveries()).hasSize(3);
        assertThat(bench.printed()).contains("3  left: they were brought back by an earlier redrive");

        var again = deadLetter(bench.topics(), 0, "billing", "archive", "dead", "e0");
        again.headers().add(HeaderNames.REDRIVEN, ("1@" + Instant.now()).getBytes(UTF_8));
        bench.send(again);
        bench.redrive(order(false, false)).run();
        assertThat(bench.deliveries()).hasSize(3);
        assertThat(bench.printed()).contains("1  left: they were given up again after a redrive");

        bench.redrive(order(false, true)).run();
        assertThat(bench.deliveries()).hasSize(4);
        assertThat(bench.deliveries().stream()
                        .map(each -> delivery(each).redriven().times()))
                .containsExactlyInAnyOrder(1, 1, 1, 2);
    }

    @Test
    void lettersThatWereNotRequestedStayForLater() throws Exception {
        bench.giveUp("billing", 3);
        var exhausted = new RedriveRequest(
                BILLING,
                Instant.EPOCH,
                Instant.now().plusSeconds(60),
                Set.of(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED),
                false,
                false,
                false,
                1000);
        bench.redrive(exhausted).run();
        assertThat(bench.printed()).contains("has 0 dead letters");
        bench.redrive(order(false, false)).run();
        assertThat(bench.deliveries()).hasSize(3);
    }

    @Test
    void aDeletedSubscriptionIsNamed() throws Exception {
        bench.giveUp("billing", 1);
        bench.send(new ProducerRecord<>(bench.topics().subscriptions(), BILLING.bytes(), null));

        assertThatExceptionOfType(CannotRedrive.class)
                .isThrownBy(() -> bench.redrive(order(false, false)).run())
                .withMessageContaining("no subscription orders/billing")
                .withMessageContaining("create it again");
        assertThat(bench.deliveries()).isEmpty();
    }
}
