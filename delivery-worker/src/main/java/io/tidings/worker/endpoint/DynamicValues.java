package io.tidings.worker.endpoint;

import java.util.Map;

/** What a subscription's dynamic headers are for one event; events that differ in them never share a request. */
public record DynamicValues(Map<String, String> headers) {
    static final DynamicValues NONE = new DynamicValues(Map.of());

    public DynamicValues {
        headers = Map.copyOf(headers);
    }
}
