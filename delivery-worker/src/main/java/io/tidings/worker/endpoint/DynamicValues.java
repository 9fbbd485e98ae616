package io.tidings.worker.endpoint;

import java.util.Map;

/**
 * What a subscription's dynamic headers are for one event; events that differ in them never share a request.
 *
 * @param leftOut headers of the subscription that have no legal value in the event
 */
public record DynamicValues(Map<String, String> headers, int leftOut) {
    static final DynamicValues NONE = new DynamicValues(Map.of(), 0);

    public DynamicValues {
        headers = Map.copyOf(headers);
    }
}
