package io.tidings.contract.job;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.WireName;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The request of a job as JSON: as an operator sends it, and as a record and a response show it. */
public final class JobRequestJson {
    private static final int MOST_BYTES = 64 * 1024;
    private static final int MOST_IDS = 1_000;
    private static final int LONGEST_ID = 256;
    private static final int MOST_RATE = 10_000;
    private static final int USUAL_RATE = 100;
    /** The retention of dead letters and events in Kafka, unless an operator keeps them for longer. */
    private static final Duration USUAL_RETENTION = Duration.ofDays(7);

    private static final String TOPIC = "topic";
    private static final String HOST = "host";
    private static final String SUBSCRIPTION = "subscription";
    private static final String SUBSCRIPTIONS = "subscriptions";
    private static final String UNOWNED = "unowned";
    private static final String CREATED = "created";
    private static final String CREATED_BY = "createdBy";

    private final JsonObjectReader json;
    private final Instant created;
    private final @Nullable Hosts hosts;

    /** Finds the subscriptions of a host. */
    @FunctionalInterface
    public interface Hosts {
        /** Returns those that a job of this kind may be asked for. */
        Collection<SubscriptionKey> at(String host, JobKind kind);
    }

    /** @param hosts null for a record, in which a later release may have added members */
    private JobRequestJson(JsonObjectReader json, Instant created, @Nullable Hosts hosts) {
        this.json = json;
        this.created = created;
        this.hosts = hosts;
    }

    /** Reads the body of a request. */
    public static Validated<JobRequest> read(byte[] body, Instant now, String createdBy, Hosts hosts) {
        if (body.length > MOST_BYTES) {
            return new Validated.Invalid<>(
                    List.of(new Violation(Violation.WHOLE, "this must have at most " + MOST_BYTES + " bytes")));
        }
        return ResourceJson.validated(body, tree -> {
            var violations = new ArrayList<Violation>();
            var json = JsonObjectReader.root(tree, violations);
            var request = new JobRequestJson(json, now, hosts).request(createdBy);
            return violations.isEmpty()
                    ? new Validated.Valid<>(request.orElseThrow())
                    : new Validated.Invalid<>(violations);
        });
    }

    static JobRequest ofRecord(byte[] value) throws IOException {
        var violations = new ArrayList<Violation>();
        var json = JsonObjectReader.root(ResourceJson.read(value), violations);
        var created = json.time(CREATED);
        var createdBy = json.requiredText(CREATED_BY);
        var request = created == null
                ? Optional.<JobRequest>empty()
                : new JobRequestJson(json, created, null).request(createdBy);
        if (!violations.isEmpty() || request.isEmpty()) {
            throw new IOException("no request of a job: " + violations);
        }
        return request.get();
    }

    public static ObjectNode write(JobRequest request) {
        var targets = request.targets();
        var json =
                JsonNodeFactory.instance.objectNode().put("kind", request.kind().wireName());
        if (targets.ofOneTopic()) {
            json.put(TOPIC, targets.keys().getFirst().topic());
        }
        if (targets.isOne()) {
            json.put(SUBSCRIPTION, targets.keys().getFirst().name());
        } else {
            putIfAny(json, SUBSCRIPTIONS, targets.names());
        }
        json.put("dryRun", request.dryRun());
        writeSelection(request.select(), json.putObject("select"));
        if (request.kind() == JobKind.REDRIVE) {
            json.put("from", request.letters().wireName());
            if (request.letters() == Letters.BLOBS) {
                json.put(UNOWNED, request.unowned());
            }
        } else {
            json.put("filter", request.filter());
        }
        return json.put("force", request.force())
                .put("rate", request.rate())
                .put(CREATED, request.created().toString())
                .put(CREATED_BY, request.createdBy());
    }

    private static void writeSelection(JobSelection select, ObjectNode json) {
        putIfAny(json, "eventIds", new TreeSet<>(select.eventIds()));
        json.put("from", select.from().toString()).put("to", select.to().toString());
        var reasons = select.reasons().stream().map(DeadLetterReason::wireName).sorted();
        putIfAny(json, "reasons", reasons.toList());
        putIfAny(json, "statuses", new TreeSet<>(select.statuses()));
        putUnless(json, "again", select.again(), false);
        putUnless(json, "former", select.former(), false);
    }

    /** Returns empty if a rule is broken. */
    private Optional<JobRequest> request(String createdBy) {
        boolean strict = hosts != null;
        var kind = kind();
        var targets = targets(kind);
        var letters = letters(kind);
        boolean filter = json.flag("filter");
        if (filter && kind == JobKind.REDRIVE) {
            json.broken("filter", "is for a replay; a redrive brings back what was matched already");
        }
        var rate = json.integer("rate", 1, MOST_RATE);
        boolean dryRun = json.flag("dryRun");
        boolean force = json.flag("force");
        // Earlier releases had no such member, and took all dead letters of the folder.
        boolean unowned = !strict && letters == Letters.BLOBS && (json.node(UNOWNED) == null || json.flag(UNOWNED));
        if (letters == Letters.BLOBS && targets != null && !targets.ofOneTopic()) {
            json.broken("from", "must be topic for subscriptions of several topics; ask for one job for each topic");
        }
        var reader = new SelectionReader(json.object("select"), created);
        var select = reader.selection(kind, letters, strict);
        if (strict && !force && letters != Letters.BLOBS) {
            select.ifPresent(reader::refuseForgotten);
        }
        if (strict) {
            json.refuseOthers();
        }
        return kind == null || targets == null || letters == null || select.isEmpty()
                ? Optional.empty()
                : Optional.of(new JobRequest(
                        kind,
                        targets,
                        select.get(),
                        dryRun,
                        letters,
                        unowned,
                        filter,
                        force,
                        rate == null ? USUAL_RATE : rate,
                        created,
                        createdBy));
    }

    private @Nullable JobKind kind() {
        // A start belongs to a new subscription, so nobody asks for one alone.
        var kind = WireName.inAnyCase(JobKind.class, json.requiredText("kind"))
                .filter(each -> hosts == null || each != JobKind.START);
        if (kind.isEmpty()) {
            json.broken("kind", "must be redrive or replay");
        }
        return kind.orElse(null);
    }

    private @Nullable JobTargets targets(@Nullable JobKind kind) {
        if (hosts != null && json.has(HOST)) {
            return kind == null ? null : atHost(hosts, kind);
        }
        boolean ofSeveralTopics = json.node(SUBSCRIPTIONS) != null && json.node(TOPIC) == null;
        var topic = ofSeveralTopics ? "" : json.requiredText(TOPIC);
        var names = json.node(SUBSCRIPTIONS) == null ? only() : several();
        var keys = new ArrayList<SubscriptionKey>();
        for (var name : names) {
            var key = SubscriptionKey.parse(ofSeveralTopics ? name : topic + "/" + name)
                    .filter(each -> ofSeveralTopics
                            ? !each.name().equals(JobTargets.ALL)
                            : each.topic().equals(topic));
            if (key.isPresent()) {
                keys.add(key.get());
            } else if (ofSeveralTopics || !topic.isBlank()) {
                json.broken(
                        json.has(SUBSCRIPTIONS) ? SUBSCRIPTIONS : SUBSCRIPTION,
                        ofSeveralTopics
                                ? "must be such as orders/billing, because topic is not named, and \"" + name
                                        + "\" is not"
                                : "must be the name of a subscription of the topic, and \"" + name + "\" is none");
                return null;
            }
        }
        return keys.isEmpty() ? null : new JobTargets(keys);
    }

    private @Nullable JobTargets atHost(Hosts finder, JobKind kind) {
        var host = json.requiredText(HOST);
        if (!Stream.of(TOPIC, SUBSCRIPTION, SUBSCRIPTIONS)
                .filter(json::has)
                .toList()
                .isEmpty()) {
            json.broken(HOST, "must stand alone: it means all subscriptions whose endpoints are there");
        }
        var keys = finder.at(host, kind);
        if (keys.isEmpty()) {
            json.broken(
                    HOST,
                    "must be that of endpoints, such as hooks.example or hooks.example:443; there is no subscription"
                            + " that you may send events again to");
            return null;
        }
        if (keys.size() > JobTargets.MOST) {
            json.broken(
                    HOST,
                    "must have at most " + JobTargets.MOST + " subscriptions, and it has " + keys.size()
                            + "; name them, in several jobs");
        }
        return new JobTargets(keys);
    }

    private List<String> only() {
        var name = json.text(SUBSCRIPTION);
        if (name == null || name.isBlank()) {
            json.broken(
                    SUBSCRIPTION,
                    "is required, or " + SUBSCRIPTIONS + " with several names, or with \"*\" for all; or " + HOST
                            + " instead of both");
            return List.of();
        }
        if (name.equals(JobTargets.ALL)) {
            json.broken(SUBSCRIPTION, "must be one name; " + SUBSCRIPTIONS + ": [\"*\"] means all of the topic");
        }
        return List.of(name);
    }

    private List<String> several() {
        if (json.has(SUBSCRIPTION)) {
            json.broken(SUBSCRIPTION, "must not stand beside " + SUBSCRIPTIONS + "; name all of them there");
        }
        var node = json.node(SUBSCRIPTIONS);
        var names = json.texts(SUBSCRIPTIONS);
        if (node != null && node.isArray() && node.isEmpty()) {
            json.broken(SUBSCRIPTIONS, "must not be empty; [\"*\"] means all of the topic");
        } else if (names.size() > JobTargets.MOST) {
            json.broken(SUBSCRIPTIONS, "must have at most " + JobTargets.MOST + " names; ask for several jobs");
        } else if (names.contains(JobTargets.ALL) && names.size() > 1) {
            json.broken(SUBSCRIPTIONS, "must be names, or \"*\" alone, which means all of the topic");
        }
        return names;
    }

    private @Nullable Letters letters(@Nullable JobKind kind) {
        var word = json.text("from");
        var letters = word == null ? Optional.of(Letters.TOPIC) : WireName.inAnyCase(Letters.class, word);
        if (letters.isEmpty()) {
            json.broken("from", "must be topic or blobs");
        } else if (word != null && kind == JobKind.REPLAY) {
            json.broken("from", "is for a redrive; the time is a member of select");
        }
        return letters.orElse(null);
    }

    /** @param created the default end */
    private record SelectionReader(JsonObjectReader json, Instant created) {
        Optional<JobSelection> selection(@Nullable JobKind kind, @Nullable Letters letters, boolean strict) {
            var ids = eventIds();
            var from = json.time("from");
            var to = json.time("to");
            var begin = from == null ? created.minus(USUAL_RETENTION) : from;
            // What a redrive itself brings back may become a dead letter again, after it was created.
            var asked = to == null ? created : to;
            var end = strict && kind == JobKind.REDRIVE && asked.isAfter(created) ? created : asked;
            var reasons = reasons();
            var statuses = statuses();
            if (kind == JobKind.REPLAY && !(reasons.isEmpty() && statuses.isEmpty())) {
                json.broken("reasons", "and statuses are for a redrive; past events have none");
            }
            boolean again = json.flag("again");
            boolean former = json.flag("former");
            if (kind == JobKind.REPLAY && (again || former)) {
                json.broken("again", "and former are for a redrive; a replay takes an event up to three times");
            }
            if (letters == Letters.BLOBS && from == null) {
                json.broken("from", "is required for a redrive from blobs, which are kept for ever");
            }
            if (strict) {
                refuseEmpty("eventIds", "reasons", "statuses");
                refuseLong(ids);
                json.refuseOthers();
            }
            if (!begin.isBefore(end)) {
                json.broken("from", "must be before to, which is " + end);
                return Optional.empty();
            }
            return Optional.of(new JobSelection(ids, begin, end, reasons, statuses, again, former));
        }

        /** Blobs are there to be read when all else has forgotten them, so the response warns instead. */
        private void refuseForgotten(JobSelection selection) {
            if (selection.from().isBefore(JobRequest.remembered(created))) {
                json.broken(
                        "from",
                        "is more than " + Job.REMEMBERED.toDays()
                                + " days ago: jobs of then are forgotten, so events may come back again; force allows"
                                + " it");
            }
        }

        /** A list that a program found nothing for would select everything. */
        private void refuseEmpty(String... names) {
            for (var name : names) {
                var node = json.node(name);
                if (node != null && node.isArray() && node.isEmpty()) {
                    json.broken(name, "must not be empty; leave it out to select all");
                }
            }
        }

        private void refuseLong(Set<String> ids) {
            if (ids.stream().anyMatch(id -> id.length() > LONGEST_ID)) {
                json.broken("eventIds", "must have ids of at most " + LONGEST_ID + " characters");
            }
        }

        private Set<String> eventIds() {
            var ids = json.texts("eventIds");
            if (ids.size() > MOST_IDS) {
                json.broken("eventIds", "must have at most " + MOST_IDS + " elements");
            }
            return new HashSet<>(ids);
        }

        private Set<DeadLetterReason> reasons() {
            var reasons = new HashSet<DeadLetterReason>();
            for (var word : json.texts("reasons")) {
                DeadLetterReason.of(word)
                        .ifPresentOrElse(
                                reasons::add,
                                () -> json.broken(
                                        "reasons",
                                        "\"" + word + "\" is no reason such as MaxDeliveryAttemptsExceeded or "
                                                + DeadLetterReason.ofStatus(409).wireName()));
            }
            return reasons;
        }

        private Set<Integer> statuses() {
            var statuses = new HashSet<Integer>();
            var node = json.node("statuses");
            if (node != null && !node.isArray()) {
                json.broken("statuses", "must be an array of HTTP statuses");
            } else if (node != null) {
                node.forEach(each -> {
                    if (isStatus(each)) {
                        statuses.add(each.intValue());
                    } else {
                        json.broken("statuses", "must have HTTP statuses such as 503");
                    }
                });
            }
            return statuses;
        }

        private static boolean isStatus(JsonNode node) {
            return node.isIntegralNumber()
                    && node.canConvertToInt()
                    && node.intValue() >= 100
                    && node.intValue() <= 599;
        }
    }
}
