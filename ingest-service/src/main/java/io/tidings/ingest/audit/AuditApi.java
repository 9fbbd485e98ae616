package io.tidings.ingest.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Validated;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The audit log over HTTP: who changed what. An admin sees the records of the own topics (B-ACCESS-3). */
public final class AuditApi {
    private static final Logger log = LoggerFactory.getLogger(AuditApi.class);
    private static final String TOPICS = "topics/";

    /** The words behind a topic's name, which may also be names of topics of a domain. */
    private static final Set<String> INSIDE = Set.of("eventSubscriptions", "eventTypes", "events", "records");

    private final AuditHistory history;

    public AuditApi(AuditHistory history) {
        this.history = history;
    }

    public Response list(ManagedRequest managed) {
        return switch (AuditSelection.read(managed.request())) {
            case Validated.Invalid<AuditSelection> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<AuditSelection>(var selection) -> list(selection, managed);
        };
    }

    private Response list(AuditSelection selection, ManagedRequest managed) {
        try {
            return page(history.read(selection, record -> sees(managed.principal(), record)), managed.request());
        } catch (KafkaException e) {
            log.warn("the audit log could not be read, request {}: {}", managed.id(), e.toString());
            return Response.of(ApiError.unavailable(
                    "the audit log cannot be read at the moment; the log of ingest-service says why"));
        }
    }

    /** A job belongs to the topics that its record shows. */
    static boolean sees(Principal principal, ObjectNode record) {
        var topics = topics(record);
        return principal.mayForEveryTopic(Role.ADMIN)
                || (!topics.isEmpty()
                        && topics.stream()
                                .allMatch(topic ->
                                        principal.refusal(Role.ADMIN, topic).isEmpty()));
    }

    private static List<String> topics(ObjectNode record) {
        var resource = record.path("resource").asText();
        if (resource.startsWith(TOPICS)) {
            return List.of(topicOf(resource.substring(TOPICS.length())));
        }
        var job = record.has("after") ? record.path("after") : record.path("before");
        return job.has("topic")
                ? List.of(job.path("topic").asText())
                : job.path("subscriptions")
                        .valueStream()
                        .map(each -> topicOfKey(each.asText()))
                        .toList();
    }

    private static String topicOfKey(String key) {
        return SubscriptionKey.parse(key).map(SubscriptionKey::topic).orElse(key);
    }

    /** Returns the domain where a word may be the name of one of its topics or not: whoever sees it sees both. */
    private static String topicOf(String path) {
        var words = path.split("/", 3);
        return words.length > 1 && DomainTopic.isName(words[1]) && !INSIDE.contains(words[1])
                ? words[0] + "/" + words[1]
                : words[0];
    }

    private static Response page(AuditHistory.Page page, Request request) {
        var json = JsonNodeFactory.instance.objectNode();
        var value = json.putArray("value");
        page.entries().forEach(entry -> value.add(entry.json().put("offset", entry.offset())));
        if (page.next() != null) {
            json.put("nextLink", Listing.linkBehind(Long.toString(page.next()), request));
        }
        if (page.searchedTo() != null) {
            json.putArray("incomplete")
                    .add("the log was searched back to " + page.searchedTo() + "; the next page has what is older");
        }
        return Response.json(200, json).with("Cache-Control", "no-store");
    }
}
