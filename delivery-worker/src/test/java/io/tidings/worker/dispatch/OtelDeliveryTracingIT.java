package io.tidings.worker.dispatch;

import static io.tidings.runtime.tracing.Step.ATTEMPT;
import static io.tidings.runtime.tracing.Step.DEAD_LETTER;
import static io.tidings.runtime.tracing.Step.DROP;
import static io.tidings.worker.SubscriptionRecords.DEAD_LETTERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.TraceContext;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.RecordingTracing;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.telemetry.DeliveryTracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The spans of deliveries up to their end: kept, dropped, redriven. */
class OtelDeliveryTracingIT {
    private static final TraceContext ONE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null);
    private static final TraceContext OTHER =
            new TraceContext("00-11111111111111111111111111111111-00f067aa0ba902b7-01", null);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final RecordingTracing tracing = new RecordingTracing();
    private final DispatcherFixture bench =
            new DispatcherFixture(Map.of("worker.max.queued.per.subscription", "100"), DeliveryTracing.of(tracing));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void anAttemptHasItsAttributesAndIsTheParentOfTheEndpointsSpan() {
        webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.status(200));
        subscribe("");
        bench.deliver(ONE);
        bench.deliver(OTHER);
        await().until(bench::settled);
        var failed = tracing.told(ATTEMPT).getFirst();
        assertThat(failed.parent()).isEqualTo(ONE);
        assertThat(failed.failure()).isEqualTo("Busy");
        assertThat(failed.attributes())
                .containsEntry(Attribute.TOPIC, "orders")
                .containsEntry(Attribute.SUBSCRIPTION, "billing")
                .containsEntry(Attribute.EVENT_ID, "event-0")
                .containsEntry(Attribute.SOURCE, "tidings.events-0@0")
                .containsEntry(Attribute.ATTEMPT, 1L)
                .containsEntry(Attribute.BATCH, 1L)
                .containsEntry(Attribute.STATUS, 503L)
                .containsEntry(Attribute.OUTCOME, "Busy")
                .containsEntry(Attribute.VERDICT, "Retry")
                .containsEntry(Attribute.HOST, "localhost");
        var delivered = tracing.told(ATTEMPT).getLast();
        assertThat(delivered.failure()).isNull();
        assertThat(delivered.attributes())
                .containsEntry(Attribute.OUTCOME, "Success")
                .containsEntry(Attribute.VERDICT, "Delivered");
        assertThat(tracing.steps()).containsExactly(ATTEMPT, ATTEMPT);
        assertThat(contexts()).containsExactly(failed.own(), delivered.own());
    }

    @Test
    void anEventIsDroppedWhereNoDeadLettersAreKept() {
        webhook.answers("/hook", ScriptedResponse.status(400));
        subscribe("");
        bench.deliver(ONE);
        await().until(bench::settled);
        assertThat(tracing.steps()).containsExactly(ATTEMPT, DROP);
        assertThat(tracing.told(ATTEMPT).getFirst().attributes()).containsEntry(Attribute.VERDICT, "Drop");
        var drop = tracing.told(DROP).getFirst();
        assertThat(drop.parent()).isEqualTo(ONE);
        assertThat(drop.attributes())
                .containsOnlyKeys(
                        Attribute.TOPIC, Attribute.SUBSCRIPTION, Attribute.EVENT_ID, Attribute.SOURCE, Attribute.REASON)
                .containsEntry(Attribute.REASON, "UndeliverableDueToHttpBadRequest");
    }

    @Test
    void deliveriesOfADeletedSubscriptionAreDroppedWithoutAnAttempt() {
        subscribe("");
        bench.deliver(ONE, bench.now().wall().minus(Duration.ofDays(2)), "{}");
        await().until(bench::settled);
        bench.unsubscribe();
        bench.deliver(OTHER);
        await().until(bench::settled);
        assertThat(tracing.steps()).containsExactly(DROP, DROP);
        assertThat(tracing.told(DROP))
                .extracting(each -> each.parent(), each -> each.attributes().get(Attribute.REASON))
                .containsExactly(tuple(ONE, "TimeToLiveExceeded"), tuple(OTHER, "SubscriptionDeleted"));
        assertThat(webhook.requests()).isEmpty();
    }

    /** It was decided to keep it, but nothing was kept. */
    @Test
    void aDeadLetterThatIsTooLargeHasOnlyTheSpanOfADrop() {
        webhook.answers("/hook", ScriptedResponse.status(400));
        subscribe(DEAD_LETTERS);
        bench.deliver(ONE, bench.now().wall(), "{\"data\":\"" + "x".repeat(3 << 20) + "\"}");
        await().until(bench::settled);
        assertThat(tracing.steps()).containsExactly(ATTEMPT, DROP);
        assertThat(tracing.told(DROP).getFirst().parent()).isEqualTo(ONE);
        assertThat(tracing.told(DROP).getFirst().attributes()).containsEntry(Attribute.REASON, "RecordTooLarge");
    }

    @Test
    void aDeadLetterThatCannotBeMadeHasNoSpan() {
        webhook.answers("/hook", ScriptedResponse.status(400));
        subscribe(DEAD_LETTERS);
        bench.deliver(ONE, bench.now().wall(), "no object");
        await().until(bench::settled);
        assertThat(tracing.steps()).containsExactly(ATTEMPT);
    }

    @Test
    void aRedrivenDeliveryContinuesTheTraceOfItsDeadLetter() {
        webhook.answers("/hook", ScriptedResponse.status(400), ScriptedResponse.status(200));
        subscribe(DEAD_LETTERS);
        bench.deliver(ONE);
        await().until(bench::settled);
        var deadLetter = tracing.told(DEAD_LETTER).getFirst();
        assertThat(deadLetter.parent()).isEqualTo(ONE);
        assertThat(deadLetter.attributes()).containsEntry(Attribute.REASON, "UndeliverableDueToHttpBadRequest");
        var kept = bench.parked(bench.topics.deadLetters()).getFirst();
        assertThat(kept.event().trace()).isEqualTo(deadLetter.own());

        bench.deliver(kept.redriven("uid", 1, bench.now().wall()));
        await().until(bench::settled);
        assertThat(tracing.steps()).containsExactly(ATTEMPT, DEAD_LETTER, ATTEMPT);
        var again = tracing.told(ATTEMPT).getLast();
        assertThat(again.parent()).isEqualTo(deadLetter.own());
        assertThat(again.attributes()).containsEntry(Attribute.ATTEMPT, 1L).containsEntry(Attribute.OUTCOME, "Success");
        assertThat(contexts()).last().isEqualTo(again.own());
    }

    @Test
    void aBatchHasTheAttemptOfItsFirstEventWhichTheOthersName() {
        subscribe("", ",\"maxEventsPerBatch\":2");
        bench.deliver(ONE);
        bench.deliver(OTHER);
        await().until(bench::settled);
        var first = tracing.told(ATTEMPT).getFirst();
        var second = tracing.told(ATTEMPT).getLast();
        assertThat(first.parent()).isEqualTo(ONE);
        assertThat(first.links()).isEmpty();
        assertThat(second.parent()).isEqualTo(OTHER);
        assertThat(second.links()).containsExactly(first.own());
        assertThat(contexts()).containsExactly(first.own());
    }

    private void subscribe(String properties) {
        subscribe(properties, "");
    }

    private void subscribe(String properties, String ofWebhook) {
        bench.subscribe("uid", webhook.uri("/hook").toString(), ofWebhook, properties);
    }

    private List<TraceContext> contexts() {
        return webhook.requests().stream()
                .map(request -> new TraceContext(request.header("traceparent").getFirst(), null))
                .toList();
    }
}
