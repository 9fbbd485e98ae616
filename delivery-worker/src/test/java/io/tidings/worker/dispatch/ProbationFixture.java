package io.tidings.worker.dispatch;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.assertj.core.data.TemporalUnitOffset;

/** An endpoint that fails until it is on probation, and the dispatch that leaves it alone then. */
final class ProbationFixture implements AutoCloseable {
    /** So many failures in a row are too many. */
    static final int THRESHOLD = 3;
    /** Two clocks are read for one moment. */
    static final TemporalUnitOffset TICK = within(5, ChronoUnit.MILLIS);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture dispatch = anotherDispatch();

    /** Of a worker that knows nothing yet. */
    static DispatcherFixture anotherDispatch() {
        return new DispatcherFixture(Map.of("probation.threshold", Integer.toString(THRESHOLD)));
    }

    ScriptedWebhook receiver() {
        return webhook;
    }

    DispatcherFixture dispatch() {
        return dispatch;
    }

    /** @param status of all further responses of the endpoint */
    void begin(int status) {
        begin(status, "");
    }

    /** @param properties of the subscription besides its destination, each with a comma before it */
    void begin(int status, String properties) {
        dispatch.subscribe("uid", webhook.uri("/hook").toString(), "", properties);
        webhook.answers("/hook", ScriptedResponse.status(status));
        for (int i = 0; i < THRESHOLD; i++) {
            dispatch.deliver();
        }
        await().pollInterval(ofMillis(5)).until(dispatch::settled);
        assertThat(webhook.requests()).hasSize(THRESHOLD);
    }

    /** When it will be over. */
    Instant until() {
        return dispatch.breakers
                .known(Examples.LANE)
                .written("uid", Instant.EPOCH)
                .probation()
                .until();
    }

    @Override
    public void close() {
        dispatch.close();
        webhook.close();
    }
}
