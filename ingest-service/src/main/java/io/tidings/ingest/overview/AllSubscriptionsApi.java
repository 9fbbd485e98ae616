package io.tidings.ingest.overview;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.health.OldestWaiting;
import io.tidings.ingest.health.PresentSubscriptions;
import io.tidings.ingest.health.SubscriptionFacts;
import io.tidings.ingest.health.SubscriptionHealth;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The subscriptions of all topics that the token may see, the most urgent first, over HTTP. */
public record AllSubscriptionsApi(PresentSubscriptions present, OldestWaiting oldest, InstantSource clock) {
    private static final String SKIP_TOKEN = "$skiptoken";
    private static final int USUAL = 100;
    private static final int MOST = 1000;

    public Response list(ManagedRequest managed) {
        var request = managed.request();
        var violations = new ArrayList<Violation>();
        int top = Listing.top(request, USUAL, MOST, violations);
        int skipped = skipped(request, violations);
        var wanted = health(request, violations);
        if (!violations.isEmpty()) {
            return RequestBodies.invalid(violations);
        }
        var now = clock.instant();
        var found = present.at(now).stream()
                .filter(each -> managed.principal().sees(each.key().topic()))
                .filter(wanted(request))
                .map(each -> new Row(each, each.health(now)))
                .filter(row -> wanted.isEmpty() || wanted.get() == row.health())
                .sorted(Row.MOST_URGENT_FIRST)
                .toList();
        var json = JsonNodeFactory.instance.objectNode().put("total", found.size());
        var value = json.putArray("value");
        found.stream().skip(skipped).limit(top).forEach(row -> value.add(json(row, now)));
        if (found.size() > skipped + top) {
            json.put("nextLink", Listing.linkBehind(Integer.toString(skipped + top), request));
        }
        return Response.json(200, json);
    }

    private static int skipped(Request request, List<Violation> violations) {
        var text = request.parameter(SKIP_TOKEN).orElse("0");
        if (text.matches("\\d{1,7}")) {
            return Integer.parseInt(text);
        }
        violations.add(new Violation(SKIP_TOKEN, "must be that of a nextLink"));
        return 0;
    }

    private static Optional<SubscriptionHealth> health(Request request, List<Violation> violations) {
        var text = parameter(request, "health");
        var health = text.flatMap(word -> Stream.of(SubscriptionHealth.values())
                .filter(each -> each.wireName().equalsIgnoreCase(word))
                .findFirst());
        if (text.isPresent() && health.isEmpty()) {
            var words = Stream.of(SubscriptionHealth.values())
                    .map(SubscriptionHealth::wireName)
                    .toList();
            violations.add(new Violation("health", "must be one of " + String.join(", ", words)));
        }
        return health;
    }

    private static Predicate<SubscriptionFacts> wanted(Request request) {
        Predicate<SubscriptionFacts> all = _ -> true;
        return Stream.of(
                        parameter(request, "topic")
                                .<Predicate<SubscriptionFacts>>map(
                                        topic -> facts -> facts.key().topic().equals(topic)),
                        parameter(request, "host")
                                .<Predicate<SubscriptionFacts>>map(host -> facts -> contains(facts.host(), host)),
                        parameter(request, "find")
                                .<Predicate<SubscriptionFacts>>map(
                                        text -> facts -> contains(facts.key().toString(), text)))
                .flatMap(Optional::stream)
                .reduce(all, Predicate::and);
    }

    private static Optional<String> parameter(Request request, String name) {
        return request.parameter(name).filter(text -> !text.isEmpty());
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private ObjectNode json(Row row, Instant now) {
        var json = row.json();
        if (row.facts().waiting() > 0) {
            putIfAny(json, "oldest", oldest.of(row.facts().entry().uid(), now));
        }
        return json;
    }

    private record Row(SubscriptionFacts facts, SubscriptionHealth health) {
        static final Comparator<Row> MOST_URGENT_FIRST = Comparator.comparing(Row::health)
                .thenComparing(Comparator.comparingDouble(Row::failingShare).reversed())
                .thenComparing(Comparator.<Row>comparingLong(row -> row.facts().waiting())
                        .reversed())
                .thenComparing(row -> row.facts().key().toString());

        private double failingShare() {
            var recent = facts.recent();
            return recent == null || recent.attempts() == 0 ? 0 : (double) recent.failed() / recent.attempts();
        }

        ObjectNode json() {
            var counts = facts.counts();
            var json = JsonNodeFactory.instance
                    .objectNode()
                    .put("topic", facts.key().topic())
                    .put("name", facts.key().name())
                    .put("health", health.wireName());
            if (health == SubscriptionHealth.FAILING) {
                facts.failure().ifPresent(reason -> json.put("reason", reason));
            }
            if (facts.entry().state() != ProvisioningState.SUCCEEDED) {
                json.put("provisioningState", facts.entry().state().wireName());
            }
            json.put("host", facts.host()).put("waiting", counts.waiting()).put("deadLettered", counts.deadLettered());
            putIfAny(json, "lastDelivered", counts.lastDelivered());
            if (facts.recent() != null) {
                json.set("recent", facts.recent().json());
            }
            return json;
        }
    }
}
