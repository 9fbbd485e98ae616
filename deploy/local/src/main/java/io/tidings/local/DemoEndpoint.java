package io.tidings.local;

import io.tidings.testbed.Answer;
import io.tidings.testbed.ReceivedRequest;
import io.tidings.testbed.Receiver;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The webhook of the demonstration, which likes one event, is busy for another at first and refuses the third. */
final class DemoEndpoint implements AutoCloseable {
    static final String LIKED = "order-1";
    static final String LATER = "order-2";
    static final String REFUSED = "order-3";

    private static final String PATH = "/webhook";
    private static final int SECOND_RETRY = 2;

    private final Receiver receiver = Receiver.start();
    private final Set<String> delivered = ConcurrentHashMap.newKeySet();
    private final Timeline timeline;

    DemoEndpoint(Timeline timeline) {
        this.timeline = timeline;
        receiver.answers(PATH, Answer.computed(this::answer));
    }

    URI uri() {
        return receiver.uri(PATH);
    }

    boolean delivered(String id) {
        return delivered.contains(id);
    }

    private Answer.Status answer(ReceivedRequest request) {
        int before = Integer.parseInt(request.header("aeg-delivery-count").getFirst());
        var body = request.text();
        if (body.contains(REFUSED)) {
            timeline.say(REFUSED, "attempt %d is answered 400: never retried".formatted(before + 1));
            return Answer.status(400);
        }
        if (body.contains(LATER) && before < SECOND_RETRY) {
            timeline.say(LATER, "attempt %d is answered 503: come back later".formatted(before + 1));
            return Answer.status(503);
        }
        var id = body.contains(LATER) ? LATER : LIKED;
        timeline.say(id, "attempt %d is answered 200: DELIVERED".formatted(before + 1));
        delivered.add(id);
        return Answer.status(200);
    }

    @Override
    public void close() {
        receiver.close();
    }
}
