package io.tidings.ingest.publish;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Hops;
import io.tidings.contract.TraceContext;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TopicEntry;
import io.tidings.ingest.access.PublisherAuth;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.RefusalLog;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Accepts events over HTTP (B-PUB-2): 200 means that every event of the request is durable. */
public final class PublishApi {
    private final ResourceTable table;
    private final PublisherAuth auth;
    private final EventReader reader;
    private final EventAppender appender;
    private final PublishRates rates;
    private final PublishMetrics metrics;
    private final Clock clock;
    private final RefusalLog refusals = new RefusalLog();
    private final RefusalLog outages = new RefusalLog();

    public PublishApi(
            ResourceTable table,
            PublisherAuth auth,
            EventReader reader,
            EventAppender appender,
            PublishRates rates,
            PublishMetrics metrics,
            Clock clock) {
        this.table = table;
        this.auth = auth;
        this.reader = reader;
        this.appender = appender;
        this.rates = rates;
        this.metrics = metrics;
        this.clock = clock;
    }

    public Response respond(String topic, Request request) {
        var entry = table.topic(topic);
        return entry.isPresent()
                ? respond(entry.get(), request)
                : unknown(
                        topic,
                        request,
                        "there is no topic " + topic + "; a manager creates it " + RequiredTopic.creation(topic));
    }

    /** Publishes as the clients of namespaces do, which read a document from every response. */
    public Response respondToNamespace(String topic, Request request) {
        var response = respond(topic, request);
        return response.status() == 200 ? Response.document("{}") : response;
    }

    /** Publishes to the topic that the host name starts with, in any case. */
    public Response respondByHost(Request request) {
        var label = request.hostLabel();
        // A topic of a domain has no endpoint of its own, whatever a header says that the host is called.
        var entry = DomainTopic.isName(label)
                ? table.topic(label).or(() -> ignoringCase(label))
                : Optional.<TopicEntry>empty();
        return entry.isPresent()
                ? respond(entry.get(), request)
                : unknown(
                        label,
                        request,
                        "there is no topic " + label + ", the first label of the host name; publish to"
                                + " /topics/<topic>/api/events instead, or let a manager create it "
                                + RequiredTopic.creation(label));
    }

    private Optional<TopicEntry> ignoringCase(String label) {
        return table.topics().stream()
                .filter(entry -> entry.topic().name().equalsIgnoreCase(label))
                .findFirst();
    }

    /** Responds to those without a key as for a topic that exists, so that names cannot be found out. */
    private Response unknown(String name, Request request, String message) {
        if (request.method().equals("OPTIONS") && auth.required() && !PublisherAuth.isShown(request)) {
            return uninvited();
        }
        var error = auth.refusal(request, name, null, clock.instant()).orElseGet(() -> ApiError.notFound(message));
        metrics.refused(PublishMetrics.NO_TOPIC, error);
        return Response.of(error);
    }

    private Response respond(TopicEntry topic, Request request) {
        return request.method().equals("POST") ? post(topic, request) : options(topic, request);
    }

    /**
     * Responds with the allowed methods, and to a sender of CloudEvents that asks for permission to deliver here. It
     * gets the permission if it could publish: its URL then has a key of the topic in its query. A wrong key is
     * refused as in any other request, or keys could be guessed here without delay.
     */
    private Response options(TopicEntry topic, Request request) {
        var refusal = refusal(topic, request, clock.instant());
        if (refusal.isEmpty()) {
            return invitation(topic, request);
        }
        if (!PublisherAuth.isShown(request)) {
            return uninvited();
        }
        return unauthorized(topic, refusal.get());
    }

    /** The same for every topic, also for one that does not exist. */
    private static Response uninvited() {
        return Response.empty(200).with("Allow", "OPTIONS, POST").with("api-supported-versions", "2018-01-01");
    }

    private static Response invitation(TopicEntry topic, Request request) {
        var response = uninvited()
                .with("aeg-input-event-schema", topic.topic().inputSchema().inputName());
        var origin = request.header("webhook-request-origin");
        return origin.isPresent()
                ? response.with("WebHook-Allowed-Origin", origin.get()).with("WebHook-Allowed-Rate", "*")
                : response;
    }

    private Response post(TopicEntry topic, Request request) {
        var started = clock.instant();
        var refusal = refusal(topic, request, started);
        if (refusal.isPresent()) {
            return unauthorized(topic, refusal.get());
        }
        return switch (ContentMode.of(topic.topic().inputSchema(), request)) {
            case ContentMode.Rejected(var error) -> refused(topic, error);
            case ContentMode.Known form -> readInTurn(topic, form, request, started);
        };
    }

    private Optional<ApiError> refusal(TopicEntry topic, Request request, Instant now) {
        return auth.refusal(request, topic.topic().name(), topic, now);
    }

    private Response unauthorized(TopicEntry topic, ApiError error) {
        refusals.refused("publishers of topic " + topic.topic().name(), error.message(), clock.instant());
        return refused(topic, error);
    }

    private Response refused(TopicEntry topic, ApiError error) {
        metrics.refused(topic.topic().name(), error);
        return Response.of(error);
    }

    private Response postponed(TopicEntry topic, PublishRates.Excess excess) {
        var seconds = excess.patience().plusSeconds(1).toSeconds();
        return refused(topic, excess.error()).with("Retry-After", Long.toString(seconds));
    }

    /** Neither reads nor parses a request that would be refused whatever it holds. */
    private Response readInTurn(TopicEntry topic, ContentMode.Known form, Request request, Instant started) {
        return rates.take(topic.topic(), 0, 0, System.nanoTime())
                .map(excess -> postponed(topic, excess))
                .orElseGet(() -> read(topic, form, request, started));
    }

    private Response read(TopicEntry topic, ContentMode.Known form, Request request, Instant started) {
        return switch (request.body().get()) {
            case Body.Malformed(var error) -> refused(topic, error);
            case Body.TooLarge() -> refused(topic, tooLarge("the request is too large; send fewer events"));
            case Body.Whole(var bytes) ->
                rates.take(topic.topic(), 1, bytes.length, System.nanoTime())
                        .map(excess -> postponed(topic, excess))
                        .orElseGet(() -> judged(topic, form, bytes, request, started));
        };
    }

    /** Judging takes as long whether the request is accepted or not, so that the rates count it before. */
    private Response judged(TopicEntry topic, ContentMode.Known form, byte[] body, Request request, Instant started) {
        return switch (reading(topic, form, body)) {
            case ParseResult.Invalid invalid -> refused(topic, problemOf(invalid, form));
            case ParseResult.Valid(var valid) ->
                rates.share(topic.topic(), valid, body.length, System.nanoTime())
                        .map(excess -> postponed(topic, excess))
                        .orElseGet(() -> {
                            rates.add(topic.topic(), valid.size() - 1, System.nanoTime());
                            return append(topic, valid, request, started);
                        });
        };
    }

    private ParseResult reading(TopicEntry topic, ContentMode.Known form, byte[] body) {
        var input = topic.input();
        return switch (form) {
            case ContentMode.Batch() -> reader.many(input, body);
            case ContentMode.OneOrMany() -> reader.oneOrMany(input, body);
            case ContentMode.Structured() -> reader.one(input, body);
            case ContentMode.Binary(var attributes, var contentType) ->
                reader.binaryCloudEvent(input, attributes, contentType, body);
        };
    }

    private Response append(TopicEntry topic, List<Event> valid, Request request, Instant started) {
        int hops = Hops.of(request.header(HeaderNames.HOPS).orElse(null));
        if (Hops.tooMany(hops)) { // 400, so that the worker that sends it gives it up at once
            return refused(topic, ApiError.of(400, RejectionReason.TOO_MANY_HOPS.wireName(), Hops.REFUSAL));
        }
        var trace = TraceContext.of(
                request.header(HeaderNames.TRACEPARENT).orElse(null),
                request.header(HeaderNames.TRACESTATE).orElse(null));
        var name = topic.topic().name();
        return switch (appender.append(topic.topic(), valid, trace, hops)) {
            case AppendResult.Durable() -> {
                metrics.accepted(name, valid, Duration.between(started, clock.instant()));
                yield Response.empty(200);
            }
            case AppendResult.TooLarge(var message) -> refused(topic, tooLarge(message));
            case AppendResult.Unavailable(var message) -> {
                outages.refused("publishers of topic " + name, message, clock.instant());
                yield refused(topic, ApiError.unavailable(message));
            }
        };
    }

    private static ApiError tooLarge(String message) {
        return ApiError.of(413, "PayloadTooLarge", message);
    }

    private static ApiError problemOf(ParseResult.Invalid invalid, ContentMode.Known form) {
        return switch (invalid.reason()) {
            case TOO_LARGE -> tooLarge(invalid.sentence());
            case WRONG_TOPIC -> ApiError.of(401, "Unauthorized", invalid.sentence());
            case INVALID_EVENT, WRONG_SCHEMA ->
                ApiError.of(
                        400,
                        form instanceof ContentMode.Binary ? "InvalidCloudEventHeader" : "InputJsonInvalid",
                        invalid.sentence());
            case SCHEMA_MISMATCH -> ApiError.of(400, invalid.reason().wireName(), invalid.sentence());
            case INVALID_JSON,
                    NO_TOPIC,
                    UNKNOWN_TOPIC,
                    UNKNOWN_FORMAT,
                    INVALID_DELIVERY,
                    TOO_MANY_HOPS,
                    DUPLICATE,
                    UNPROCESSABLE -> ApiError.of(400, "InputJsonInvalid", invalid.sentence());
        };
    }
}
