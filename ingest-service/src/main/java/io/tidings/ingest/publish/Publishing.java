package io.tidings.ingest.publish;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.Reading;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.TopicEntry;
import io.tidings.ingest.auth.Access;
import io.tidings.ingest.auth.PublisherAuth;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Takes in events over HTTP (B-PUB-2): 200 says that every event of the request is durable. */
public final class Publishing {
    private static final String ALLOWED = "OPTIONS, POST";

    private final ResourceTable table;
    private final PublisherAuth auth;
    private final EventReader reader;
    private final EventLog events;
    private final PublishMetrics metrics;
    private final Clock clock;
    private final RefusalLog refusals = new RefusalLog();
    private final RefusalLog outages = new RefusalLog();

    public Publishing(
            ResourceTable table,
            PublisherAuth auth,
            EventReader reader,
            EventLog events,
            PublishMetrics metrics,
            Clock clock) {
        this.table = table;
        this.auth = auth;
        this.reader = reader;
        this.events = events;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** What a request has come to. */
    private sealed interface Outcome {
        record Accepted(List<Event> events) implements Outcome {}

        record Refused(Problem problem) implements Outcome {}
    }

    public Answer respond(String topic, Request request) {
        var entry = table.topic(topic);
        return entry.isPresent()
                ? respond(entry.get(), request)
                : unknown("there is no topic " + topic + "; a manager creates it with PUT /topics/" + topic);
    }

    /** @param label the start of a host name, which has no case */
    public Answer respondByHost(String label, Request request) {
        var entry = table.topic(label).or(() -> ignoringCase(label));
        return entry.isPresent()
                ? respond(entry.get(), request)
                : unknown("there is no topic " + label + ", the first label of the host name; publish to"
                        + " /topics/<topic>/api/events instead, or let a manager create it with PUT /topics/" + label);
    }

    private Optional<TopicEntry> ignoringCase(String label) {
        return table.topics().stream()
                .filter(entry -> entry.topic().name().equalsIgnoreCase(label))
                .findFirst();
    }

    private Answer unknown(String message) {
        var problem = Problem.notFound(message);
        metrics.refused(PublishMetrics.NO_TOPIC, problem);
        return Answer.of(problem);
    }

    private Answer respond(TopicEntry topic, Request request) {
        return switch (request.method()) {
            case "POST" -> post(topic, request);
            case "OPTIONS" -> options(topic, request);
            default -> Answer.methodNotAllowed(request.method(), ALLOWED);
        };
    }

    /**
     * Says what may be sent here. A sender of CloudEvents that asks for consent to deliver here, as webhooks do, gets it if
     * it could publish: its URL then has a key of the topic in its query. A wrong key is refused as with any other request,
     * or keys could be tried here at leisure.
     */
    private Answer options(TopicEntry topic, Request request) {
        return switch (auth.check(request, topic.openKeys(), clock.instant())) {
            case Access.Granted() -> invitation(topic, request, true);
            case Access.Refused(var problem) -> {
                if (!PublisherAuth.isShown(request)) {
                    yield invitation(topic, request, false);
                }
                var name = topic.topic().name();
                refusals.refused(name, problem.message(), clock.instant());
                metrics.refused(name, problem);
                yield Answer.of(problem);
            }
        };
    }

    private static Answer invitation(TopicEntry topic, Request request, boolean granted) {
        var answer = Answer.empty(200)
                .with("Allow", ALLOWED)
                .with("aeg-input-event-schema", topic.topic().inputSchema().inputName())
                .with("api-supported-versions", "2018-01-01");
        var origin = request.header("webhook-request-origin");
        return granted && origin.isPresent()
                ? answer.with("WebHook-Allowed-Origin", origin.get()).with("WebHook-Allowed-Rate", "*")
                : answer;
    }

    private Answer post(TopicEntry topic, Request request) {
        var started = clock.instant();
        var name = topic.topic().name();
        return switch (publish(topic, request)) {
            case Outcome.Accepted(var accepted) -> {
                metrics.accepted(name, accepted, Duration.between(started, clock.instant()));
                yield Answer.empty(200);
            }
            case Outcome.Refused(var problem) -> {
                metrics.refused(name, problem);
                yield Answer.of(problem);
            }
        };
    }

    private Outcome publish(TopicEntry topic, Request request) {
        var name = topic.topic().name();
        return switch (auth.check(request, topic.openKeys(), clock.instant())) {
            case Access.Refused(var problem) -> {
                refusals.refused(name, problem.message(), clock.instant());
                yield new Outcome.Refused(problem);
            }
            case Access.Granted() ->
                switch (Form.of(topic.topic().inputSchema(), request)) {
                    case Form.Refused(var problem) -> new Outcome.Refused(problem);
                    case Form.Known form -> read(topic, form, request);
                };
        };
    }

    private Outcome read(TopicEntry topic, Form.Known form, Request request) {
        return switch (request.body().get()) {
            case Body.Illegible(var problem) -> new Outcome.Refused(problem);
            case Body.TooLarge() -> refused(413, "PayloadTooLarge", "the request is too large; send fewer events");
            case Body.Whole(var bytes) ->
                switch (reading(topic, form, bytes)) {
                    case Reading.Invalid invalid -> new Outcome.Refused(problemOf(invalid, form));
                    case Reading.Valid(var valid) -> append(topic, valid, request);
                };
        };
    }

    private Reading reading(TopicEntry topic, Form.Known form, byte[] body) {
        var input = topic.topic().input();
        return switch (form) {
            case Form.Many() -> reader.many(input, body);
            case Form.OneOrMany() -> reader.oneOrMany(input, body);
            case Form.One() -> reader.one(input, body);
            case Form.Binary(var attributes, var contentType) -> reader.binaryCloudEvent(attributes, contentType, body);
        };
    }

    private Outcome append(TopicEntry topic, List<Event> valid, Request request) {
        var trace = TraceContext.of(
                request.header(HeaderNames.TRACEPARENT).orElse(null),
                request.header(HeaderNames.TRACESTATE).orElse(null));
        return switch (events.append(topic.topic().name(), valid, trace)) {
            case Appended.Durable() -> new Outcome.Accepted(valid);
            case Appended.TooLarge(var message) -> refused(413, "PayloadTooLarge", message);
            case Appended.Unavailable(var message) -> {
                outages.refused(topic.topic().name(), message, clock.instant());
                yield new Outcome.Refused(Problem.unavailable(message));
            }
        };
    }

    private static Problem problemOf(Reading.Invalid invalid, Form.Known form) {
        return switch (invalid.reason()) {
            case TOO_LARGE -> Problem.of(413, "PayloadTooLarge", invalid.sentence());
            case WRONG_TOPIC -> Problem.of(401, "Unauthorized", invalid.sentence());
            case INVALID_EVENT, WRONG_SCHEMA ->
                Problem.of(
                        400,
                        form instanceof Form.Binary ? "InvalidCloudEventHeader" : "InputJsonInvalid",
                        invalid.sentence());
            case INVALID_JSON, NO_TOPIC, UNKNOWN_TOPIC, UNKNOWN_FORMAT, INVALID_DELIVERY ->
                Problem.of(400, "InputJsonInvalid", invalid.sentence());
        };
    }

    private static Outcome refused(int status, String code, String message) {
        return new Outcome.Refused(Problem.of(status, code, message));
    }
}
