package io.tidings.ingest.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobProgressJson;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequestJson;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.ingest.access.HostSubscriptions;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Redrives and replays over HTTP (B-REPLAY-1). */
public final class JobApi {
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-").withZone(ZoneOffset.UTC);

    private final JobTable jobs;
    private final JobAdmission admission;
    private final JobLog log;
    private final ResourceTable resources;
    private final Clock clock;
    private final RandomGenerator random;

    /** @param random for ids */
    public JobApi(JobTable jobs, JobLog log, ResourceTable resources, Clock clock, RandomGenerator random) {
        this.jobs = jobs;
        this.admission = new JobAdmission(jobs);
        this.log = log;
        this.resources = resources;
        this.clock = clock;
        this.random = random;
    }

    public Response create(ManagedRequest managed) {
        return RequestBodies.read(managed.request(), body -> create(body, managed));
    }

    public Response list(ManagedRequest managed) {
        return switch (JobSearch.read(managed.request())) {
            case Validated.Invalid<JobSearch> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<JobSearch>(var search) -> {
                var visible =
                        jobs.jobs().stream().filter(job -> sees(managed, job)).toList();
                yield Listing.respond(managed.request(), search.of(visible), Job::id, search.order(), JobApi::shown);
            }
        };
    }

    public Response get(ManagedRequest managed) {
        return known(managed, Role.READER, job -> Response.json(200, shown(job)));
    }

    public Response change(JobWish wish, ManagedRequest managed) {
        return known(managed, Role.OPERATOR, job -> change(job, wish, managed));
    }

    private static boolean sees(ManagedRequest managed, Job job) {
        return job.request().targets().topics().stream().allMatch(managed.principal()::sees);
    }

    private static Optional<ApiError> refusal(ManagedRequest managed, Role role, JobRequest request) {
        return request.targets().topics().stream()
                .flatMap(topic -> managed.refusal(role, topic).stream())
                .findFirst();
    }

    private Response known(ManagedRequest managed, Role role, Function<Job, Response> use) {
        var id = managed.named("job");
        var job = jobs.job(id).filter(each -> sees(managed, each));
        if (job.isEmpty()) {
            return Response.of(ApiError.notFound("there is no job " + id + "; jobs are forgotten "
                    + Job.REMEMBERED.toDays() + " days after their end"));
        }
        return refusal(managed, role, job.get().request()).map(Response::of).orElseGet(() -> use.apply(job.get()));
    }

    private Response create(byte[] body, ManagedRequest managed) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var warnings = new ArrayList<String>();
        var read = JobRequestJson.read(
                body, now, managed.principal().name(), (host, kind) -> atHost(host, kind, managed, warnings));
        return switch (read) {
            case Validated.Invalid<JobRequest>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<JobRequest>(var request) ->
                refusal(managed, Role.OPERATOR, request)
                        .map(Response::of)
                        .orElseGet(() -> create(
                                managed.principal().mayForEveryTopic(Role.OPERATOR)
                                        ? request.byOperatorOfAllTopics()
                                        : request,
                                managed,
                                warnings));
        };
    }

    /** @param warnings gets a sentence about each reason why subscriptions are left out */
    private List<SubscriptionKey> atHost(String host, JobKind kind, ManagedRequest managed, List<String> warnings) {
        var found = HostSubscriptions.of(
                host,
                resources,
                managed.principal(),
                entry -> Optional.of(entry.subscription().key().topic())
                        .filter(topic -> kind == JobKind.REPLAY && source(topic).isPresent())
                        .map(topic -> "events of topic " + topic + " are not replayed, because it has a source"));
        warnings.addAll(found.left());
        return found.taken().stream().map(entry -> entry.subscription().key()).toList();
    }

    private Response create(JobRequest request, ManagedRequest managed, List<String> warnings) {
        return request.targets().isOne() ? toOne(request, managed, warnings) : toSeveral(request, managed, warnings);
    }

    private Response toOne(JobRequest request, ManagedRequest managed, List<String> warnings) {
        var key = request.targets().keys().getFirst();
        return resources.subscription(key).isPresent()
                ? admit(request, managed, warnings)
                : Response.of(
                        ApiError.notFound("there is no subscription " + key + ", so nothing can be delivered to it"));
    }

    /** All are those that the topic has now, so that the job and the record of the change name them. */
    private Response toSeveral(JobRequest request, ManagedRequest managed, List<String> warnings) {
        var all = request;
        for (var targets : request.targets().byTopic()) {
            var topic = targets.keys().getFirst().topic();
            if (resources.topic(topic).isEmpty()) {
                return Response.of(ApiError.notFound("there is no topic " + topic));
            }
            var names = resources.subscriptions(topic).stream()
                    .map(entry -> entry.subscription().key().name())
                    .collect(Collectors.toSet());
            var rule = targets.broken(names);
            if (rule.isPresent()) {
                return RequestBodies.invalid(List.of(new Violation("subscriptions", rule.get())));
            }
            all = targets.all() ? request.toAll(names) : all;
        }
        return admit(all, managed, warnings);
    }

    private Optional<KafkaSource> source(String topic) {
        return resources.topic(topic).map(entry -> entry.topic().source());
    }

    private Response admit(JobRequest request, ManagedRequest managed, List<String> warnings) {
        var source = request.targets().topics().stream()
                .flatMap(topic -> source(topic).stream())
                .findFirst();
        if (request.kind() == JobKind.REPLAY && source.isPresent()) {
            return RequestBodies.invalid(List.of(notReplayed(source.get(), log.topics())));
        }
        var id = newId(request.created());
        var refusal = admission.admit(
                id,
                request,
                () -> managed.change(
                        Change.job(id), () -> jobs.job(id).map(JobApi::shown), () -> log.put(id, request)));
        if (refusal.isPresent()) {
            return Response.of(refusal.get());
        }
        // A transaction of the exporter may hide the record for a moment, though it is durable.
        var job = jobs.job(id).orElseGet(() -> new Job(id, request, JobWish.RUN, null));
        var json = shown(job);
        warnings.forEach(each -> json.withArray("warnings").add(each));
        return Response.json(201, json).with("Location", "/jobs/" + id);
    }

    static Violation notReplayed(KafkaSource source, Topics topics) {
        var begin = switch (source.start()) {
            case EARLIEST ->
                "create a subscription with a new name: because properties.tidings.source.start of the topic is"
                        + " earliest, it";
            case LATEST ->
                "set properties.tidings.source.start of the topic to earliest, then create a subscription with a new"
                        + " name: it";
        };
        return new Violation(
                "kind",
                "must not be replay for a topic with a source: a replay reads Tidings' own events topics, and these"
                        + " events are in the Kafka topic " + source.kafkaTopic()
                        + ". To get them again, " + begin + " gets all that " + source.kafkaTopic()
                        + " still holds. Or stop the topology, set the offsets of the consumer group "
                        + topics.sourcesGroup() + " for " + source.kafkaTopic()
                        + " back, and start it; all subscriptions of the topic get them then");
    }

    private String newId(Instant now) {
        return ID.format(now) + HexFormat.of().toHexDigits(random.nextInt());
    }

    private Response change(Job job, JobWish wish, ManagedRequest managed) {
        if (job.ended()) {
            return ended("job " + job.id() + " is " + job.state().wireName() + " already");
        }
        if (job.wish() == JobWish.CANCEL && wish != JobWish.CANCEL) {
            return ended("job " + job.id() + " is being cancelled");
        }
        var id = job.id();
        managed.change(Change.job(id), () -> jobs.job(id).map(JobApi::shown), () -> log.put(id, wish));
        return Response.json(200, shown(jobs.job(id).orElse(job)));
    }

    private static Response ended(String message) {
        return Response.of(ApiError.of(409, "JobEnded", message + "; create another one"));
    }

    private static ObjectNode shown(Job job) {
        var json = JsonNodeFactory.instance.objectNode().put("id", job.id());
        json.setAll(JobRequestJson.write(job.request()));
        if (job.request().reachesBehindMemory()) {
            json.putArray("warnings")
                    .add("jobs that ended more than " + Job.REMEMBERED.toDays()
                            + " days before this one are forgotten, so it may bring back what they have brought back");
        }
        json.put("state", job.state().wireName());
        if (job.progress() != null) {
            JobProgressJson.show(job.progress(), json);
        }
        return json;
    }
}
