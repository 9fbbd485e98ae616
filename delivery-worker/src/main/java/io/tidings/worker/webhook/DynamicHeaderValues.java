package io.tidings.worker.webhook;

import java.util.Map;

/**
 * What a subscription's dynamic headers are for one event; events that differ in them never share a request.
 *
 * @param leftOut headers of the subscription that have no legal value in the event
 */
public record DynamicHeaderValues(Map<String, String> headers, int leftOut) {
    static final DynamicHeaderValues NONE = new DynamicHeaderValues(Map.of(), 0);

    public DynamicHeaderValues {
        headers = Map.copyOf(headers);
    }
}
