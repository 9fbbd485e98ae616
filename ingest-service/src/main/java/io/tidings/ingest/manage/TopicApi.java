package io.tidings.ingest.manage;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Unread;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.write.ResourceLimits;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SourceRules;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The management of topics (B-SUB-1), or of domains (B-DOMAIN-1), which differ from them in their events only. */
public final class TopicApi {
    static final Violation NO_KEY = new Violation("keyName", "must be key1 or key2");
    private static final int MOST_AT_ONCE = 500;

    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final SourceRules sources;
    private final ResourceLimits limits;
    private final EventTypeApi eventTypes;
    private final DomainTopicApi domainTopics;
    private final boolean domains;
    private final SecureRandom random = new SecureRandom();

    public TopicApi(
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            SourceRules sources,
            ResourceLimits limits,
            EventTypeApi eventTypes,
            DomainTopicApi domainTopics) {
        this(table, writer, view, sources, limits, eventTypes, domainTopics, false);
    }

    private TopicApi(
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            SourceRules sources,
            ResourceLimits limits,
            EventTypeApi eventTypes,
            DomainTopicApi domainTopics,
            boolean domains) {
        this.table = table;
        this.writer = writer;
        this.view = view;
        this.sources = sources;
        this.limits = limits;
        this.eventTypes = eventTypes;
        this.domainTopics = domainTopics;
        this.domains = domains;
    }

    /** Returns the same for domains. */
    public TopicApi ofDomains() {
        return new TopicApi(table, writer, view, sources, limits, eventTypes, domainTopics, true);
    }

    private boolean isOfKind(TopicEntry entry) {
        return (entry.topic().domain() != null) == domains
                && DomainTopic.parse(entry.topic().name()).isEmpty();
    }

    private String kind() {
        return domains ? "domain " : "topic ";
    }

    /** A topic and a domain cannot have the same name. */
    private Optional<ApiError> otherKind(String name) {
        return table.topic(name)
                .filter(entry -> !isOfKind(entry))
                .map(entry -> ApiError.conflict(
                        entry.topic().domain() == null
                                ? name + " is a topic, and not a domain; see /topics/" + name
                                : name + " is a domain, and not a topic; see /domains/" + name));
    }

    /** Lists the topics that the principal may see. */
    public Response list(ManagedRequest managed) {
        var request = managed.request();
        var visible = table.topics().stream()
                .filter(entry -> isOfKind(entry)
                        && managed.principal().sees(entry.topic().name()))
                .toList();
        return Listing.respond(
                request, visible, entry -> entry.topic().name(), entry -> view.topic(entry.topic(), request));
    }

    public Response get(String name, ManagedRequest managed) {
        return known(name, entry -> shown(200, entry, managed.request()));
    }

    public Response put(String name, ManagedRequest managed) {
        return inTurn(managed, body -> put(name, body, Unread.NONE, managed));
    }

    public Response patch(String name, ManagedRequest managed) {
        return inTurn(managed, body -> patch(name, body, managed));
    }

    public Response delete(String name, ManagedRequest managed) {
        return writer.alone(() -> deleted(name, managed));
    }

    private Response patch(String name, byte[] body, ManagedRequest managed) {
        return known(name, entry -> {
            var patch = MergePatch.of(entry.topic());
            return put(name, patch.applied(body), patch.left(entry.topic().unread(), body), managed);
        });
    }

    private Response inTurn(ManagedRequest managed, Function<byte[], Response> change) {
        var request = managed.request();
        return RequestBodies.read(
                request, body -> DryRun.asked(request) ? change.apply(body) : writer.alone(() -> change.apply(body)));
    }

    public Response keys(String name, ManagedRequest managed) {
        return known(name, entry -> keys(entry, managed));
    }

    public Response regenerate(String name, ManagedRequest managed) {
        return RequestBodies.read(
                managed.request(),
                body -> writer.alone(() -> known(name, entry -> regenerate(entry, keyName(body), managed))));
    }

    private Response known(String name, Function<TopicEntry, Response> use) {
        return table.topic(name)
                .filter(this::isOfKind)
                .map(use)
                .orElseGet(() -> Response.of(ApiError.notFound("there is no " + kind() + name
                        + table.topicProblem(name)
                                .map(text -> "; the record of that name is ignored: " + text)
                                .orElse(""))));
    }

    private Response shown(int status, TopicEntry entry, Request request) {
        return Response.json(status, view.topic(entry.topic(), request))
                .with("ETag", EntityTag.of(entry).quoted());
    }

    /** @param unread what the record keeps besides */
    private Response put(String name, byte[] body, Unread unread, ManagedRequest managed) {
        return switch (domains ? TopicJson.readDomain(name, body) : TopicJson.read(name, body)) {
            case Validated.Invalid<TopicResource> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<TopicResource>(var topic) -> put(topic.with(unread), managed);
        };
    }

    private Response put(TopicResource topic, ManagedRequest managed) {
        var request = managed.request();
        var other = otherKind(topic.name());
        if (other.isPresent()) {
            return Response.of(other.get());
        }
        var before = table.topic(topic.name());
        if (before.isPresent() && before.get().topic().inputSchema() != topic.inputSchema()) {
            return RequestBodies.invalid(
                    List.of(schemaChanged(before.get().topic().inputSchema())));
        }
        var misfits = limits.brokenBy(
                topic, before.map(TopicEntry::topic), managed.principal().mayForEveryTopic(Role.ADMIN));
        sources.violation(topic, before.map(TopicEntry::topic)).ifPresent(misfits::add);
        if (!misfits.isEmpty()) {
            return RequestBodies.invalid(misfits);
        }
        var broken = Preconditions.of(request)
                .brokenBy(before.map(EntityTag::of))
                .or(() -> before.isPresent() ? Optional.empty() : oneMore())
                .or(() -> sources.conflict(topic, managed.principal()::sees).map(ApiError::conflict))
                .or(() -> before.flatMap(entry -> overtaking(entry.topic(), topic, request)));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        if (DryRun.asked(request)) {
            return Response.json(200, view.topic(topic, request));
        }
        var keys = before.map(TopicEntry::keys).orElseGet(() -> TopicKeys.random(random));
        change(topic.name(), managed, () -> writer.put(topic, keys, null));
        return known(topic.name(), entry -> shown(before.isPresent() ? 200 : 201, entry, request));
    }

    private Optional<ApiError> oneMore() {
        return limits.oneMoreTopic(table.topics().size()).map(sentence -> ApiError.of(409, "TooManyTopics", sentence));
    }

    /**
     * The refusal of another {@code partitionBy}, with which new events would pass those that wait (B-LANE-2). Whether
     * any wait is not known here, so it is enough that a subscription is ordered.
     */
    private Optional<ApiError> overtaking(TopicResource before, TopicResource topic, Request request) {
        if (Objects.equals(before.partitionBy(), topic.partitionBy())
                || request.parameter("force").filter("true"::equalsIgnoreCase).isPresent()) {
            return Optional.empty();
        }
        return table.subscriptions(topic.name()).stream()
                .map(SubscriptionEntry::subscription)
                .filter(each -> each.extensions().orderBy() != null
                        && !each.extensions().orderBy().ofSource())
                .findFirst()
                .map(ordered -> ApiError.conflict("properties.tidings.partitionBy would change from "
                        + (before.partitionBy() == null
                                ? "none"
                                : before.partitionBy().text())
                        + ", and new events of a key could pass those that wait for subscription "
                        + ordered.key().name()
                        + ", which is ordered; wait until nothing of it waits, then repeat the change with"
                        + " ?force=true"));
    }

    private static Violation schemaChanged(EventSchema schema) {
        return new Violation(
                "properties.inputSchema",
                "is " + schema.inputName() + " and cannot change; delete the topic and create it again");
    }

    /**
     * Deletes the subscriptions and the event types first: after a crash there may be a topic without them, but never
     * the reverse.
     */
    private Response deleted(String name, ManagedRequest managed) {
        var before = table.topic(name);
        var broken = otherKind(name)
                .or(() -> Preconditions.of(managed.request()).brokenBy(before.map(EntityTag::of)))
                .or(() -> stillHas(name));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        table.subscriptions(name).forEach(entry -> {
            var key = entry.subscription().key();
            managed.change(
                    Change.subscription(key),
                    () -> table.subscription(key).map(view::audited),
                    () -> writer.removeSubscription(key));
        });
        List.copyOf(table.domainTopics(name)).stream()
                .map(DomainTopic::parse)
                .flatMap(Optional::stream)
                .forEach(topic -> domainTopics.remove(topic, managed));
        eventTypes.removeAll(name, managed);
        if (before.isEmpty() && table.topicProblem(name).isEmpty()) {
            return Response.empty(204);
        }
        change(name, managed, () -> writer.removeTopic(name));
        return Response.empty(200);
    }

    /** Each topic, and each subscription to one, is written and read back, and other changes wait. */
    private Optional<ApiError> stillHas(String domain) {
        var topics = table.domainTopics(domain);
        long all = topics.stream()
                .limit(MOST_AT_ONCE + 1L)
                .mapToLong(topic -> 1L + table.subscriptions(topic).size())
                .sum();
        return all <= MOST_AT_ONCE
                ? Optional.empty()
                : Optional.of(ApiError.conflict("domain " + domain + " has " + topics.size()
                        + " topics, and at most " + MOST_AT_ONCE + " topics and subscriptions to them are deleted with"
                        + " it; delete topics first"));
    }

    private void change(String name, ManagedRequest managed, Runnable write) {
        managed.change(
                Change.topic(name),
                () -> table.topic(name).map(entry -> view.topic(entry.topic(), managed.request())),
                write);
    }

    private Response keys(TopicEntry entry, ManagedRequest managed) {
        var name = entry.topic().name();
        var remedy = "; make new ones with tidings topic regenerate-key " + name + ", or with POST regenerateKey";
        if (entry.locked()) {
            return Response.of(ApiError.unavailable(
                    table.topicProblem(name).orElse("the keys of the topic cannot be opened" + remedy)));
        }
        if (entry.keys() == null) {
            return Response.of(ApiError.notFound("the topic has no keys yet" + remedy));
        }
        managed.read(Change.topic(name));
        return Response.json(200, view.keys(entry.keys()));
    }

    private Response regenerate(TopicEntry entry, Optional<String> keyName, ManagedRequest managed) {
        if (keyName.isEmpty()) {
            return RequestBodies.invalid(List.of(NO_KEY));
        }
        // Keys that cannot be opened are lost, so both are replaced.
        var open = entry.openKeys();
        var keys = (open == null ? TopicKeys.random(random) : open).with(keyName.get(), TopicKeys.randomKey(random));
        var topic = entry.topic();
        change(topic.name(), managed, () -> writer.put(topic, keys, null));
        managed.showsSecrets(
                keyName.get() + " is replaced, but keys are not shown, because it cannot be recorded at the"
                        + " moment who reads them; list them later");
        return Response.json(200, view.keys(keys));
    }

    static Optional<String> keyName(byte[] body) {
        return Optional.of(ResourceJson.orMissing(body).path("keyName").asText())
                .filter(name -> name.equals("key1") || name.equals("key2"));
    }
}
