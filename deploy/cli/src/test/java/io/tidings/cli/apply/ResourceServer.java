package io.tidings.cli.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.StubManagement;
import io.tidings.cli.StubManagement.Received;
import io.tidings.cli.StubManagement.Reply;
import io.tidings.cli.api.ExactNumbers;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** A server that keeps resources and shows them as management does: with defaults and a status, without secrets. */
final class ResourceServer implements AutoCloseable {
    private static final ObjectMapper JSON = ExactNumbers.in(JsonMapper.builder());
    private static final String TOPIC = "/topics/orders";
    private static final String DOMAIN = "/domains/tenants";
    private static final String EVENT_TYPES = TOPIC + "/eventTypes";
    private static final String EVENT_TYPE = EVENT_TYPES + "/order.placed";
    private static final String SUBSCRIPTIONS = TOPIC + "/eventSubscriptions";

    private final StubManagement server = new StubManagement();
    private final Map<String, ObjectNode> resources = new TreeMap<>();

    ResourceServer() {
        at(TOPIC);
        at(EVENT_TYPE);
        at(DOMAIN);
        at(DOMAIN + "/topics/anna");
        for (var name : new String[] {"billing", "audit", "old-one"}) {
            at(SUBSCRIPTIONS + "/" + name);
        }
        server.on("GET " + SUBSCRIPTIONS, _ -> list(SUBSCRIPTIONS));
        server.on("GET " + EVENT_TYPES, _ -> list(EVENT_TYPES));
    }

    private void at(String path) {
        server.on("GET " + path, _ -> shown(path));
        server.on("PUT " + path, request -> put(path, request));
        server.on("DELETE " + path, _ -> Reply.of(resources.remove(path) == null ? 204 : 200, ""));
        server.on("POST " + path + "/getFullUrl", _ -> fullUrl(path));
    }

    private Reply put(String path, Received request) {
        try {
            if (request.target().endsWith("?dryRun=true")) {
                return Reply.of(200, "{}");
            }
            resources.put(path, (ObjectNode) JSON.readTree(request.body()));
            return shown(path);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply shown(String path) {
        var resource = resources.get(path);
        if (resource == null) {
            return Reply.of(404, "{\"error\":{\"code\":\"NotFound\",\"message\":\"none\"}}");
        }
        var version = "\"" + resource.hashCode() + "\"";
        return new Reply(200, view(path, resource.deepCopy()).toString(), Map.of("ETag", version));
    }

    private static ObjectNode view(String path, ObjectNode resource) {
        if (path.equals(EVENT_TYPE)) {
            return resource;
        }
        var properties = (ObjectNode) resource.required("properties");
        properties.put("provisioningState", "Succeeded");
        if (path.equals(DOMAIN)) {
            properties
                    .put("autoCreateTopicWithFirstSubscription", true)
                    .put(
                            "autoDeleteTopicWithLastSubscription",
                            properties
                                    .path("autoDeleteTopicWithLastSubscription")
                                    .asBoolean(true));
        }
        if (path.equals(TOPIC) || path.startsWith(DOMAIN)) {
            return resource;
        }
        var filter = properties.withObjectProperty("filter");
        for (var name : new String[] {"subjectBeginsWith", "subjectEndsWith"}) {
            filter.put(name, filter.path(name).asText(""));
        }
        filter.put("isSubjectCaseSensitive", false).put("enableAdvancedFilteringOnArrays", false);
        properties.withObjectProperty("retryPolicy");
        properties.put("paused", properties.path("paused").asBoolean());
        properties.putObject("status").put("health", "Delivering");
        var webhook = (ObjectNode) properties.at("/destination/properties");
        var url = webhook.remove("endpointUrl").asText();
        webhook.put("endpointBaseUrl", url.replaceFirst("\\?.*", ""));
        for (var mapping : webhook.path("deliveryAttributeMappings")) {
            if (mapping.at("/properties/isSecret").asBoolean()) {
                ((ObjectNode) mapping.required("properties")).putNull("value");
            }
        }
        if (properties.at("/tidings/signing") instanceof ObjectNode signing) {
            signing.putNull("secret");
        }
        return resource;
    }

    private Reply fullUrl(String path) {
        var url = JsonNodeFactory.instance.objectNode();
        url.set("endpointUrl", resources.get(path).at("/properties/destination/properties/endpointUrl"));
        return Reply.of(200, url.toString());
    }

    private Reply list(String folder) {
        var list = JsonNodeFactory.instance.objectNode();
        var value = list.putArray("value");
        resources.keySet().stream()
                .filter(path -> path.startsWith(folder + "/"))
                .forEach(path -> value.add(
                        view(path, resources.get(path).deepCopy()).put("name", path.substring(folder.length() + 1))));
        return Reply.of(200, list.toString());
    }

    StubManagement stub() {
        return server;
    }

    /** The properties that were put. */
    ObjectNode properties(String subscription) {
        return (ObjectNode) resources.get(SUBSCRIPTIONS + "/" + subscription).required("properties");
    }

    void refuse(String subscription) {
        refuse(subscription, "");
    }

    /** @param details each an object, with commas between them */
    void refuse(String subscription, String details) {
        server.on(
                "PUT " + SUBSCRIPTIONS + "/" + subscription,
                400,
                "{\"error\":{\"code\":\"BadRequest\",\"message\":\"not like this\",\"details\":[" + details + "]}}");
    }

    void accept(String subscription) {
        at(SUBSCRIPTIONS + "/" + subscription);
    }

    void put(String subscription, String json) throws JsonProcessingException {
        resources.put(SUBSCRIPTIONS + "/" + subscription, (ObjectNode) JSON.readTree(json));
    }

    boolean has(String subscription) {
        return resources.containsKey(SUBSCRIPTIONS + "/" + subscription);
    }

    long changes() {
        return server.received().stream()
                .filter(request ->
                        request.method().equals("PUT") || request.method().equals("DELETE"))
                .count();
    }

    @Override
    public void close() {
        server.close();
    }
}
