package io.tidings.testbed.webhook;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The responses of one path in their order, for each key of a request; the last one repeats. */
final class ResponseScript {
    private final List<ScriptedResponse> responses;
    private final Function<ReceivedRequest, String> key;
    private final Map<String, Integer> requests = new ConcurrentHashMap<>();

    ResponseScript(List<ScriptedResponse> responses, Function<ReceivedRequest, String> key) {
        if (responses.isEmpty()) {
            throw new IllegalArgumentException("a script needs a response");
        }
        this.responses = List.copyOf(responses);
        this.key = key;
    }

    ScriptedResponse next(ReceivedRequest request) {
        var number = requests.merge(key.apply(request), 1, Integer::sum);
        return responses.get(Math.min(number, responses.size()) - 1);
    }
}
