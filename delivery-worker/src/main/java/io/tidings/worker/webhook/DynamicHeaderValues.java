package io.tidings.worker.webhook;

import java.util.Map;

/** One event's dynamic headers, and how many have no legal value. Events that differ never share a request. */
public record DynamicHeaderValues(Map<String, String> headers, int leftOut) {
    static final DynamicHeaderValues NONE = new DynamicHeaderValues(Map.of(), 0);

    public DynamicHeaderValues {
        headers = Map.copyOf(headers);
    }
}
