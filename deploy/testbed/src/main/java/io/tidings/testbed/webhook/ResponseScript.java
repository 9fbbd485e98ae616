package io.tidings.testbed.webhook;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The answers of one path in their order, told apart by a key of the request; the last one repeats. */
final class ResponseScript {
    private final List<ScriptedResponse> answers;
    private final Function<ReceivedRequest, String> key;
    private final Map<String, Integer> requests = new ConcurrentHashMap<>();

    ResponseScript(List<ScriptedResponse> answers, Function<ReceivedRequest, String> key) {
        if (answers.isEmpty()) {
            throw new IllegalArgumentException("a script needs an answer");
        }
        this.answers = List.copyOf(answers);
        this.key = key;
    }

    ScriptedResponse next(ReceivedRequest request) {
        var number = requests.merge(key.apply(request), 1, Integer::sum);
        return answers.get(Math.min(number, answers.size()) - 1);
    }
}
