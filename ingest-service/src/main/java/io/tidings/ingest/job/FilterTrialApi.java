package io.tidings.ingest.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.json.Validated;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.matching.Explanation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Asks the filters of subscriptions about an event that is not published. */
public final class FilterTrialApi {
    private final ResourceTable table;
    private final EventReader reader;
    private final Clock clock;

    public FilterTrialApi(ResourceTable table, EventReader reader, Clock clock) {
        this.table = table;
        this.reader = reader;
        this.clock = clock;
    }

    public Response all(String topic, ManagedRequest managed) {
        return tried(
                topic,
                managed,
                event -> Listing.respond(
                        managed.request(),
                        table.subscriptions(topic),
                        entry -> entry.subscription().key().name(),
                        entry -> {
                            var json = JsonNodeFactory.instance.objectNode();
                            json.put("subscription", entry.subscription().key().name());
                            return tried(entry, event, json);
                        }));
    }

    public Response one(SubscriptionKey key, ManagedRequest managed) {
        return tried(
                key.topic(),
                managed,
                event -> table.subscription(key)
                        .map(entry -> Response.json(200, tried(entry, event, JsonNodeFactory.instance.objectNode())))
                        .orElseGet(() -> Response.of(ApiError.notFound("there is no subscription " + key))));
    }

    /** Asks the filter in the body. */
    public Response proposed(String topic, ManagedRequest managed) {
        return posted(topic, managed, (input, body) -> switch (FilterProposal.read(body)) {
            case Validated.Invalid<FilterProposal>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<FilterProposal>(var proposal) -> proposed(proposal, input);
        });
    }

    private Response proposed(FilterProposal proposal, Input input) {
        return tried(
                input,
                proposal.event().toString().getBytes(UTF_8),
                event -> Response.json(
                        200, result(Explanation.of(proposal.filter(), event), JsonNodeFactory.instance.objectNode())));
    }

    private Response tried(String topic, ManagedRequest managed, Function<Event, Response> use) {
        return posted(topic, managed, (input, body) -> tried(input, body, use));
    }

    private Response posted(String topic, ManagedRequest managed, BiFunction<Input, byte[], Response> use) {
        return table.topicOrNew(topic)
                .map(entry -> RequestBodies.read(
                        managed.request(), body -> use.apply(entry.topic().input(), body)))
                .orElseGet(() -> Response.of(ApiError.notFound("there is no topic " + topic)));
    }

    private Response tried(Input input, byte[] body, Function<Event, Response> use) {
        return switch (reader.one(input, body)) {
            case ParseResult.Valid valid -> use.apply(valid.only());
            case ParseResult.Invalid(var _, var sentence) ->
                Response.of(ApiError.of(
                        400, "InvalidEvent", "this is no event of topic " + input.topic() + ": " + sentence));
        };
    }

    private ObjectNode tried(SubscriptionEntry entry, Event event, ObjectNode json) {
        return result(why(entry, event), json);
    }

    private static ObjectNode result(Optional<String> why, ObjectNode json) {
        json.put("matches", why.isEmpty());
        why.ifPresent(sentence -> json.put("why", sentence));
        return json;
    }

    private Optional<String> why(SubscriptionEntry entry, Event event) {
        return entry.matches()
                ? CompiledSubscription.of(entry).explain(event, clock.instant())
                : Optional.of("provisioningState: the endpoint is not validated, so nothing is matched yet");
    }
}
