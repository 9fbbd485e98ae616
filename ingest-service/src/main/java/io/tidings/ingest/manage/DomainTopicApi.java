package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.ingest.write.ResourceWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The management of the topics of domains, which have nothing but a name (B-DOMAIN-1). */
public final class DomainTopicApi {
    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final ResourceLimits limits;

    public DomainTopicApi(ResourceTable table, ResourceWriter writer, ResourceView view, ResourceLimits limits) {
        this.table = table;
        this.writer = writer;
        this.view = view;
        this.limits = limits;
    }

    public Response list(ManagedRequest managed) {
        var domain = managed.topic();
        return table.domain(domain).isPresent()
                ? Listing.respond(managed.request(), table.domainTopics(domain), Function.identity(), this::shown)
                : noDomain(domain);
    }

    private ObjectNode shown(String name) {
        return view.domainTopic(DomainTopic.parse(name).orElseThrow());
    }

    public Response get(String name, ManagedRequest managed) {
        return DomainTopic.parse(name)
                .filter(this::exists)
                .map(topic -> Response.json(200, view.domainTopic(topic)))
                .orElseGet(() -> Response.of(ApiError.notFound("there is no topic " + name)));
    }

    /** The body may be empty, as Azure's clients send it. */
    public Response put(String name, ManagedRequest managed) {
        var topic = DomainTopic.parse(name);
        if (topic.isEmpty()) {
            return RequestBodies.invalid(List.of(new Violation("name", "must be " + DomainTopic.RULE_OF_TOPIC)));
        }
        return RequestBodies.read(managed.request(), body -> {
            Validated<Boolean> read = body.length == 0
                    ? new Validated.Valid<>(true)
                    : ResourceJson.object(body, DomainTopicApi::hasNothing);
            return switch (read) {
                case Validated.Invalid<Boolean>(var violations) -> RequestBodies.invalid(violations);
                case Validated.Valid<Boolean> _ ->
                    DryRun.asked(managed.request())
                            ? put(topic.get(), managed)
                            : writer.alone(() -> put(topic.get(), managed));
            };
        });
    }

    private static boolean hasNothing(JsonObjectReader json) {
        json.ignoring("id", "name", "type", "systemData");
        json.object("properties").ignoring("provisioningState").refuseOthers();
        return true;
    }

    private Response put(DomainTopic topic, ManagedRequest managed) {
        if (table.domain(topic.domain()).isEmpty()) {
            return noDomain(topic.domain());
        }
        boolean there = exists(topic);
        var refusal = there ? Optional.<ApiError>empty() : oneMore();
        if (refusal.isPresent()) {
            return Response.of(refusal.get());
        }
        if (!there && !DryRun.asked(managed.request())) {
            create(topic, managed);
        }
        return Response.json(there || DryRun.asked(managed.request()) ? 200 : 201, view.domainTopic(topic));
    }

    /** Deletes the subscriptions first: after a crash there may be a topic without them, but never the reverse. */
    public Response delete(String name, ManagedRequest managed) {
        return writer.alone(() -> DomainTopic.parse(name)
                .filter(this::exists)
                .map(topic -> {
                    remove(topic, managed);
                    return Response.empty(200);
                })
                .orElseGet(() -> Response.empty(204)));
    }

    void remove(DomainTopic topic, ManagedRequest managed) {
        table.subscriptions(topic.toString()).forEach(entry -> {
            var key = entry.subscription().key();
            managed.change(
                    Change.subscription(key),
                    () -> table.subscription(key).map(view::audited),
                    () -> writer.removeSubscription(key));
        });
        change(topic, managed, () -> writer.removeTopic(topic.toString()));
    }

    /** Returns why domains can have no further topic: every program holds the names of all. */
    Optional<ApiError> oneMore() {
        return limits.oneMoreDomainTopic(table.domainTopicCount())
                .map(sentence -> ApiError.of(409, "TooManyTopics", sentence));
    }

    void create(DomainTopic topic, ManagedRequest managed) {
        change(topic, managed, () -> writer.put(topic));
    }

    private void change(DomainTopic topic, ManagedRequest managed, Runnable write) {
        managed.change(
                Change.topic(topic.toString()),
                () -> exists(topic) ? Optional.of(view.domainTopic(topic)) : Optional.empty(),
                write);
    }

    boolean exists(DomainTopic topic) {
        return table.topic(topic.toString()).isPresent();
    }

    private static Response noDomain(String domain) {
        return Response.of(
                ApiError.notFound("there is no domain " + domain + "; create it first, with PUT /domains/" + domain));
    }
}
