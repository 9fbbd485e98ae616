package io.tidings.cli.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Events as bodies of requests, each within what a request may hold. Pure. */
final class Requests {
    private static final int MOST_EVENTS = 1_000;
    private static final int MOST_BYTES = 512 * 1024;

    private Requests() {}

    static List<String> of(List<JsonNode> events) {
        var requests = new ArrayList<String>();
        var texts = new ArrayList<String>();
        int bytes = 0;
        for (var event : events) {
            var text = event.toString();
            int length = text.getBytes(UTF_8).length;
            if (!texts.isEmpty() && (texts.size() == MOST_EVENTS || bytes + length > MOST_BYTES)) {
                requests.add(array(texts));
                texts.clear();
                bytes = 0;
            }
            texts.add(text);
            bytes += length;
        }
        if (!texts.isEmpty()) {
            requests.add(array(texts));
        }
        return requests;
    }

    private static String array(List<String> texts) {
        return "[" + String.join(",", texts) + "]";
    }
}
