package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.ApiResponse;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.Difference;
import io.tidings.cli.terminal.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The existing resources, compared with those in files and changed to match them.
 *
 * @param checked whether the server is asked in a dry run what it would say
 */
record ResourceState(ManagementCalls api, boolean checked) {
    private static final Set<Integer> NOT_CHECKED = Set.of(401, 403, 404);
    private static final String DRY_RUN = "/components/parameters/dryRun";
    private static final String PROPERTIES = "properties";
    private static final String PAUSED = "paused";
    private static final String URL = "endpointUrl";

    /** Agents make their own subscriptions, which no file names. */
    private static final String OF_AGENT = "/properties/tidings/agent";

    /** A resource that exists. */
    private record Existing(@Nullable String version, ObjectNode properties) {}

    /** Compares a resource, and makes it what the file says; in a dry run it has the server check it if it does that. */
    ResourceChange apply(Resource resource, boolean dryRun) {
        var existing = existing(resource);
        if (existing.isEmpty()) {
            var body = body(resource.properties());
            if (dryRun) {
                check(resource, path -> api.create(path, body));
            } else {
                accepted(resource, api.create(resource.path(), body));
            }
            return new ResourceChange(ResourceChange.Action.CREATE, resource.title(), created(resource));
        }
        var now = existing.get();
        var wanted = wanted(resource, now.properties());
        var differences = differences(resource, now.properties(), wanted);
        if (differences.isEmpty()) {
            return new ResourceChange(ResourceChange.Action.NONE, resource.title(), differences);
        }
        var version = now.version() == null ? "*" : now.version();
        if (dryRun) {
            check(resource, path -> api.replace(path, body(wanted), version));
        } else {
            var response = accepted(resource, api.replace(resource.path(), body(wanted), version));
            if (version.equals(response.version())) { // it was said in other words only
                return new ResourceChange(ResourceChange.Action.NONE, resource.title(), List.of());
            }
        }
        return new ResourceChange(ResourceChange.Action.UPDATE, resource.title(), differences);
    }

    boolean has(Resource.Topic topic) {
        return !api.get(topic.path()).notFound();
    }

    boolean hasSource(Resource.Topic topic) {
        return api.get(topic.path()).body().at("/properties/tidings/source").isObject();
    }

    /** A release that has no dry runs of its own would write. */
    static boolean hasDryRuns(ManagementCalls api) {
        return api.get("/openapi.json").body().at(DRY_RUN).isObject();
    }

    /** Tokens may not be allowed to write, and the topic of a subscription may be missing in a dry run only. */
    private void check(Resource resource, Function<String, ApiResponse> request) {
        if (checked) {
            var response = request.apply(resource.path() + "?dryRun=true");
            if (!NOT_CHECKED.contains(response.status())) {
                accepted(resource, response);
            }
        }
    }

    private static ApiResponse accepted(Resource resource, ApiResponse response) {
        if (response.successful()) {
            return response;
        }
        throw CommandFailure.refused(resource.refusal(response));
    }

    /** Returns the members of a new resource, each as a difference from nothing. */
    private static List<Difference> created(Resource resource) {
        var shown = ComparableProperties.withoutSecrets(resource.properties());
        if (hasSchema(resource) && !shown.has(ComparableProperties.INPUT_SCHEMA)) {
            shown.put(ComparableProperties.INPUT_SCHEMA, ComparableProperties.schemaOf(shown));
        }
        return Difference.between(JsonNodeFactory.instance.objectNode(), shown);
    }

    /** A topic of a domain has nothing but a name. */
    private static boolean hasSchema(Resource resource) {
        return resource instanceof Resource.Domain || (resource instanceof Resource.Topic topic && !topic.isOfDomain());
    }

    private Optional<Existing> existing(Resource resource) {
        var response = api.get(resource.path());
        if (response.notFound()) {
            return Optional.empty();
        }
        var properties = accepted(resource, response).requiredObject().withObjectProperty(PROPERTIES);
        if (resource instanceof Resource.Subscription subscription) {
            addUrl(subscription, properties);
        }
        return Optional.of(new Existing(response.version(), properties));
    }

    /** A GET shows no query and no secret path. A token that may not see it compares the rest. */
    private void addUrl(Resource.Subscription subscription, ObjectNode properties) {
        var response = api.post(subscription.name().path("getFullUrl"));
        var base = properties.at("/destination/properties/endpointBaseUrl").asText();
        var wanted = subscription
                .properties()
                .at("/destination/properties/endpointUrl")
                .asText();
        boolean same = wanted.startsWith(base + "?")
                || (properties.at("/tidings/secretPath").asBoolean() && wanted.startsWith(base));
        var shown = same ? wanted : base;
        properties
                .withObjectProperty("destination")
                .withObjectProperty(PROPERTIES)
                .put(URL, response.successful() ? response.body().path(URL).asText() : shown);
    }

    /** A file that does not say whether a subscription is paused leaves it to operators. */
    private static ObjectNode wanted(Resource resource, ObjectNode now) {
        var wanted = resource.properties().deepCopy();
        if (now.path(PAUSED).asBoolean() && !wanted.has(PAUSED)) {
            wanted.put(PAUSED, true);
        }
        return wanted;
    }

    private static List<Difference> differences(Resource resource, ObjectNode now, ObjectNode wanted) {
        if (resource instanceof Resource.EventType) {
            return Difference.between(now, wanted); // in a schema every member means something
        }
        if (resource instanceof Resource.Domain) {
            return Difference.between(ComparableProperties.ofDomain(now), ComparableProperties.ofDomain(wanted));
        }
        boolean topic = resource instanceof Resource.Topic;
        return Difference.between(ComparableProperties.of(now, topic), ComparableProperties.of(wanted, topic));
    }

    private static ObjectNode body(ObjectNode properties) {
        var body = JsonNodeFactory.instance.objectNode();
        body.set(PROPERTIES, properties);
        return body;
    }

    /**
     * What exists and no file names.
     *
     * @param title such as "subscription orders/billing"
     */
    record Unnamed(String title, String path) {}

    /** The subscriptions and event types of a topic that no file names. */
    List<Unnamed> unnamed(String topic, List<Resource> resources) {
        var unnamed = new ArrayList<Unnamed>();
        if (api.get(Paths.topic(topic)).notFound()
                && api.get(Paths.domain(topic)).notFound()) {
            return unnamed;
        }
        for (var name : names(Paths.subscriptions(topic))) {
            var key = new SubscriptionName(topic, name);
            unnamed.add(new Unnamed("subscription " + key, key.path()));
        }
        boolean ofDomain = topic.indexOf('/') >= 0; // whose types these are
        if (!ofDomain && !api.get(Paths.eventTypes(topic)).notFound()) { // a former release has none
            for (var name : names(Paths.eventTypes(topic))) {
                unnamed.add(new Unnamed("event type " + topic + "/" + name, Paths.eventType(topic, name)));
            }
        }
        unnamed.removeIf(
                each -> resources.stream().anyMatch(resource -> resource.path().equals(each.path())));
        return unnamed;
    }

    private List<String> names(String list) {
        return api.list(list)
                .path("value")
                .valueStream()
                .filter(each -> !each.at(OF_AGENT).isObject())
                .map(each -> each.path("name").asText())
                .toList();
    }

    ResourceChange delete(Unnamed unnamed, boolean dryRun) {
        if (!dryRun) {
            api.delete(unnamed.path()).required();
        }
        return new ResourceChange(ResourceChange.Action.DELETE, unnamed.title(), List.of());
    }
}
