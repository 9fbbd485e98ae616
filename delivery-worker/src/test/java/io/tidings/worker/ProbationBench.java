package io.tidings.worker;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.assertj.core.data.TemporalUnitOffset;

/** An endpoint that fails until it is on probation, and the dispatch that leaves it alone then. */
final class ProbationBench implements AutoCloseable {
    /** So many failures in a row are too many. */
    static final int THRESHOLD = 3;
    /** Two clocks are read for one moment. */
    static final TemporalUnitOffset TICK = within(5, ChronoUnit.MILLIS);

    private final Receiver receiver = Receiver.start();
    private final DispatchBench dispatch = anotherDispatch();

    /** Of a worker that knows nothing yet. */
    static DispatchBench anotherDispatch() {
        return new DispatchBench(Map.of("probation.threshold", Integer.toString(THRESHOLD)));
    }

    Receiver receiver() {
        return receiver;
    }

    DispatchBench dispatch() {
        return dispatch;
    }

    /** @param status that the endpoint answers with, from now on */
    void begin(int status) {
        begin(status, "");
    }

    /** @param properties of the subscription besides its destination, each with a comma before it */
    void begin(int status, String properties) {
        dispatch.subscribe("uid", receiver.uri("/hook").toString(), "", properties);
        receiver.answers("/hook", Answer.status(status));
        for (int i = 0; i < THRESHOLD; i++) {
            dispatch.deliver();
        }
        await().pollInterval(ofMillis(5)).until(dispatch::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD);
    }

    /** When it will be over. */
    Instant until() {
        return dispatch.standings
                .known(Examples.BILLING)
                .written("uid", Instant.EPOCH)
                .probation()
                .until();
    }

    @Override
    public void close() {
        dispatch.close();
        receiver.close();
    }
}
