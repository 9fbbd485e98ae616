package io.tidings.ingest.receive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.access.ReceiverAuth;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Receives the events of queues, and settles them (B-PULL). */
public final class ReceiveApi {
    private static final String RETRY_AFTER = "Retry-After";
    private static final String CROWDED_SECONDS = "2";

    private final ResourceTable table;
    private final ReceiverAuth auth;
    private final Queues queues;
    private final Clock clock;

    public ReceiveApi(ResourceTable table, ReceiverAuth auth, Queues queues, Clock clock) {
        this.table = table;
        this.auth = auth;
        this.queues = queues;
        this.clock = clock;
    }

    public Response receive(SubscriptionKey key, Request request) {
        return admitted(key, request, queue -> switch (ReceiveQuery.of(request)) {
            case Validated.Invalid<ReceiveQuery>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<ReceiveQuery>(var query) -> receive(queue, query, request);
        });
    }

    private Response receive(SubscriptionEntry queue, ReceiveQuery query, Request request) {
        var _ = request.body().get(); // some clients send one
        return switch (queues.receive(queue, query.most(), query.patience(), request.client())) {
            case DeskAnswer.Said(var events) -> {
                if (request.client().gone().isDone()) {
                    giveBack(queue, events);
                }
                yield Response.document(events).ifLost(() -> giveBack(queue, events));
            }
            case DeskAnswer.Crowded _ ->
                Response.of(ApiError.of(
                                429,
                                "TooManyRequests",
                                "too many receivers of this subscription wait already; receive again later"))
                        .with(RETRY_AFTER, CROWDED_SECONDS);
            case DeskAnswer.Away _ ->
                Response.of(ApiError.unavailable("the worker that has the events cannot be asked; receive again, and if"
                        + " this lasts, have receive.listen of all workers looked at"));
            case DeskAnswer.NotSetUp(var setting, var _) ->
                Response.of(ApiError.unavailable("this installation hands out no events until its operator corrects "
                        + setting + "; its log says more"));
        };
    }

    /** Events that the client did not get come back at once, and their receive counts for nothing (B-PULL-3). */
    private void giveBack(SubscriptionEntry queue, String events) {
        var value = ResourceJson.orMissing(events.getBytes(UTF_8)).path("value");
        var tokens = StreamSupport.stream(value.spliterator(), false)
                .map(each -> each.path("brokerProperties").path("lockToken").asText())
                .toList();
        if (!tokens.isEmpty()) {
            queues.settle(queue, "return", tokens);
        }
    }

    public Response acknowledge(SubscriptionKey key, Request request) {
        return admitted(key, request, queue -> settle(queue, "acknowledge", request));
    }

    public Response reject(SubscriptionKey key, Request request) {
        return admitted(key, request, queue -> settle(queue, "reject", request));
    }

    public Response renew(SubscriptionKey key, Request request) {
        return admitted(key, request, queue -> settle(queue, "renew", request));
    }

    public Response release(SubscriptionKey key, Request request) {
        return admitted(key, request, queue -> switch (Settlement.release(request)) {
            case Validated.Invalid<String>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<String>(var action) -> settle(queue, action, request);
        });
    }

    private Response settle(SubscriptionEntry queue, String action, Request request) {
        return RequestBodies.read(request, body -> switch (Settlement.tokens(body)) {
            case Validated.Invalid<List<String>>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<List<String>>(var tokens) -> settle(queue, action, tokens);
        });
    }

    private Response settle(SubscriptionEntry queue, String action, List<String> tokens) {
        var results = queues.settle(queue, action, tokens);
        return results.values().stream().allMatch(Objects::isNull)
                ? Response.of(ApiError.unavailable(
                        "the worker that has the events cannot be asked at the moment; repeat the request"))
                : Response.json(200, Settlement.json(results));
    }

    /** Responds to those without a key as for a queue that exists, so that names cannot be found out. */
    private Response admitted(SubscriptionKey key, Request request, Function<SubscriptionEntry, Response> use) {
        var entry = table.subscription(key);
        boolean local = table.topic(key.topic())
                .map(topic -> !topic.topic().arm().disableLocalAuth())
                .orElseGet(
                        () -> table.topicProblem(DomainTopic.owner(key.topic())).isEmpty());
        return auth.refusal(request, key, entry.orElse(null), local, clock.instant())
                .or(() -> hindrance(key, entry))
                .map(Response::of)
                .orElseGet(() -> use.apply(entry.orElseThrow()));
    }

    private static Optional<ApiError> hindrance(SubscriptionKey key, Optional<SubscriptionEntry> entry) {
        if (entry.isEmpty()) {
            return Optional.of(ApiError.notFound("there is no subscription " + key));
        }
        return entry.get().subscription().destination() instanceof QueueDestination
                ? Optional.empty()
                : Optional.of(ApiError.of(
                        400,
                        "BadRequest",
                        "the subscription " + key + " is no queue; its events are sent to its destination"));
    }
}
