package io.tidings.acceptance.hostile;

import java.util.List;

/** Requests that are good until somebody spoils them. */
public final class SpoiledRequests {
    private static final String JSON = "application/json; charset=utf-8";
    private static final String ORDERS = "/topics/orders/api/events";
    private static final String CLOUDS = "/topics/clouds/api/events";
    private static final String EVENT = """
        {"id":"1","topic":"orders","subject":"/orders/1","eventType":"Order.Placed",\
        "eventTime":"2026-11-21T09:30:00Z","data":{"amount":42.10,"who":{"name":"Ü"},"tags":["a",null,1]},\
        "dataVersion":"1.0","metadataVersion":"1"}\
        """;
    private static final String CLOUD_EVENT = """
        {"specversion":"1.0","id":"1","source":"/s","type":"Order.Placed","subject":"/orders/1",\
        "time":"2026-11-21T09:30:00Z","datacontenttype":"application/json","traceext":"x","data":{"amount":1e2}}\
        """;

    /** Of a topic that nobody publishes to: where its subscriptions point to after this does not matter. */
    private static final String QUIET = "/topics/quiet";

    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"http://127.0.0.1:9/x",\
        "maxEventsPerBatch":10,"deliveryAttributeMappings":[{"name":"X-A","type":"Static","properties":\
        {"value":"v","isSecret":true}}]}},"filter":{"subjectBeginsWith":"/a","includedEventTypes":["A"],\
        "advancedFilters":[{"operatorType":"NumberInRange","key":"data.n","values":[[1,2.5]]},\
        {"operatorType":"StringContains","key":"subject","values":["a","b"]}]},\
        "retryPolicy":{"maxDeliveryAttempts":3,"eventTimeToLiveInMinutes":5},"labels":["l"],\
        "expirationTimeUtc":"2030-01-01T00:00:00Z"}}\
        """;

    private SpoiledRequests() {}

    public static List<RawRequest> publishing(String key) {
        return List.of(
                RawRequest.of("POST", ORDERS + "?api-version=2018-01-01", JSON, "[" + EVENT + "," + EVENT + "]"),
                RawRequest.of("POST", ORDERS, JSON, "[" + EVENT + "]", "aeg-sas-key", key),
                RawRequest.of("POST", ORDERS, JSON, EVENT, "Authorization", "SharedAccessSignature r=x&e=1&s=abc"),
                RawRequest.of("POST", CLOUDS, "application/cloudevents+json", CLOUD_EVENT),
                RawRequest.of("POST", CLOUDS, "application/cloudevents-batch+json", "[" + CLOUD_EVENT + "]"),
                RawRequest.of(
                        "POST",
                        CLOUDS,
                        "text/plain",
                        "data",
                        "ce-specversion",
                        "1.0",
                        "ce-id",
                        "1",
                        "ce-source",
                        "/s",
                        "ce-type",
                        "A",
                        "ce-ext",
                        "%C3%BC",
                        "aeg-sas-token",
                        "r=x&e=1&s=abc"),
                RawRequest.of(
                        "POST", "/topics/shapes/api/events", JSON, "[{\"key\":1,\"what\":{\"kind\":\"A\"},\"x\":[]}]"),
                RawRequest.of("POST", "/api/events", JSON, "[" + EVENT + "]", "Host", "orders.example"));
    }

    public static List<RawRequest> managing(String token) {
        var sub = QUIET + "/eventSubscriptions/one";
        return List.of(
                managing("PUT", QUIET, "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}", token),
                managing("PATCH", QUIET, "{\"properties\":{}}", token),
                managing("GET", QUIET + "?api-version=2022-06-15", "", token),
                managing("GET", "/topics?$top=5&$filter=contains(name,'q')", "", token),
                managing("POST", QUIET + "/listKeys", "", token),
                managing("POST", QUIET + "/regenerateKey", "{\"keyName\":\"key1\"}", token),
                managing("PUT", sub, SUBSCRIPTION, token),
                managing(
                        "PATCH",
                        sub,
                        "{\"properties\":{\"labels\":[\"m\"],\"paused\":true,\"tidings\":{\"signing\":{}}}}",
                        token),
                managing("GET", sub, "", token),
                managing("GET", QUIET + "/eventSubscriptions?$top=2", "", token),
                managing("POST", sub + "/getFullUrl", "", token),
                managing("POST", sub + "/getDeliveryAttributes", "", token),
                managing("POST", sub + "/rotateSigningSecret", "{\"overlap\":\"PT1H\"}", token),
                managing("DELETE", sub, "", token));
    }

    private static RawRequest managing(String method, String path, String body, String token) {
        return RawRequest.of(
                method, path.replace(" ", "%20"), JSON, body, "Authorization", "Bearer " + token, "If-None-Match", "x");
    }
}
