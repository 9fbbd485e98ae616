package io.tidings.ingest.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A request of an authenticated manager, and the changes that it has made so far. Confined to the request's thread. */
public final class ManagedRequest {
    private final Request request;
    private final String id;
    private final Principal principal;
    private final String action;
    private final Map<String, String> names;
    private final Clock clock;
    private final List<Change> changes = new ArrayList<>();
    private @Nullable String insteadOfSecrets;

    /**
     * @param action in the audit log: the method, or the name of the action
     * @param names of words in the path
     */
    public ManagedRequest(Request request, Principal principal, String action, Map<String, String> names, Clock clock) {
        this.request = request;
        this.id = RequestId.of(request);
        this.principal = principal;
        this.action = action;
        this.names = Map.copyOf(names);
        this.clock = clock;
    }

    public Request request() {
        return request;
    }

    /** The id that the client or a proxy gave the request, or a new one. */
    public String id() {
        return id;
    }

    public Principal principal() {
        return principal;
    }

    /** Returns the word of the path that has this name in the route. */
    public String named(String name) {
        return Objects.requireNonNull(names.get(name), name);
    }

    public String topic() {
        return named("topic");
    }

    public SubscriptionKey subscription() {
        return new SubscriptionKey(topic(), named("subscription"));
    }

    /** The name may hold any characters, so it is decoded. */
    public EventTypeKey eventType() {
        return new EventTypeKey(topic(), Request.segment(named("eventType")));
    }

    /** Returns the error if the principal lacks the role for the topic, for requests whose body names the topic. */
    public Optional<ApiError> refusal(Role role, String topic) {
        return principal.refusal(role, topic);
    }

    /**
     * Notes a change that is durable, for the audit log.
     *
     * @param resource as {@link Change} names it
     * @param before without secrets; null if the resource did not exist
     * @param after without secrets; null if the resource no longer exists
     */
    public void changed(String resource, @Nullable JsonNode before, @Nullable JsonNode after) {
        changes.add(new Change(clock.instant(), action, resource, before, after, true));
    }

    /** Notes that the principal was shown secrets of a resource. */
    public void read(String resource) {
        showsSecrets("secrets are not shown, because it cannot be recorded at the moment who reads them");
        changed(resource, null, null);
    }

    /**
     * Notes that the response shows secrets which can be read later, so that it may be withheld.
     *
     * @param instead the sentence that the principal gets then
     */
    public void showsSecrets(String instead) {
        insteadOfSecrets = instead;
    }

    /**
     * Makes a change and notes it, also if Kafka did not confirm it, because it may be durable nevertheless.
     *
     * @param resource as {@link Change} names it
     * @param shown the resource without secrets; empty if it does not exist
     */
    public void change(String resource, Supplier<Optional<? extends JsonNode>> shown, Runnable write) {
        JsonNode before = shown.get().orElse(null);
        try {
            write.run();
        } catch (KafkaException e) {
            unconfirmed(resource, before, null);
            throw e;
        }
        changed(resource, before, shown.get().orElse(null));
    }

    /** Notes a change that Kafka did not confirm, because it may be durable nevertheless. */
    public void unconfirmed(String resource, @Nullable JsonNode before, @Nullable JsonNode after) {
        changes.add(new Change(clock.instant(), action, resource, before, after, false));
    }

    /** The sentence instead of a response with secrets; empty if the response has none that can be read later. */
    Optional<String> insteadOfSecrets() {
        return Optional.ofNullable(insteadOfSecrets);
    }

    public List<Change> changes() {
        return List.copyOf(changes);
    }
}
