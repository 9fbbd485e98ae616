package io.tidings.local.demo;

import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
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

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final Set<String> delivered = ConcurrentHashMap.newKeySet();
    private final DemoTimeline timeline;

    DemoEndpoint(DemoTimeline timeline) {
        this.timeline = timeline;
        webhook.answers(PATH, ScriptedResponse.computed(this::answer));
    }

    URI uri() {
        return webhook.uri(PATH);
    }

    boolean delivered(String id) {
        return delivered.contains(id);
    }

    private ScriptedResponse.Status answer(ReceivedRequest request) {
        int before = Integer.parseInt(request.header("aeg-delivery-count").getFirst());
        var body = request.text();
        if (body.contains(REFUSED)) {
            timeline.say(REFUSED, "attempt %d gets 400: never retried".formatted(before + 1));
            return ScriptedResponse.status(400);
        }
        if (body.contains(LATER) && before < SECOND_RETRY) {
            timeline.say(LATER, "attempt %d gets 503: come back later".formatted(before + 1));
            return ScriptedResponse.status(503);
        }
        var id = body.contains(LATER) ? LATER : LIKED;
        timeline.say(id, "attempt %d gets 200: DELIVERED".formatted(before + 1));
        delivered.add(id);
        return ScriptedResponse.status(200);
    }

    @Override
    public void close() {
        webhook.close();
    }
}
