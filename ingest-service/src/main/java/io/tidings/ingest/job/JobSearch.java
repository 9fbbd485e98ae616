package io.tidings.ingest.job;

import io.tidings.contract.WireName;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobState;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.ingest.http.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** The selection and the order of the jobs in a list. Pure. */
record JobSearch(Predicate<Job> wanted, Comparator<String> order) {
    private static final String TOPIC = "topic";
    private static final String SUBSCRIPTION = "subscription";
    private static final String STATE = "state";
    private static final String ORDER = "$orderby";

    static Validated<JobSearch> read(Request request) {
        var violations = new ArrayList<Violation>();
        var topic = text(request, TOPIC);
        var subscription = text(request, SUBSCRIPTION);
        Predicate<Job> wanted = job -> job.request().targets().keys().stream()
                .anyMatch(key -> (topic.isEmpty() || key.topic().equals(topic))
                        && (subscription.isEmpty() || key.name().equals(subscription)));
        var word = text(request, STATE);
        if (!word.isEmpty()) {
            var state = WireName.of(JobState.class, word);
            if (state.isEmpty()) {
                violations.add(new Violation(STATE, WireName.rule(JobState.class)));
            }
            wanted = wanted.and(job -> state.filter(job.state()::equals).isPresent());
        }
        var order = order(text(request, ORDER), violations);
        return violations.isEmpty()
                ? new Validated.Valid<>(new JobSearch(wanted, order))
                : new Validated.Invalid<>(violations);
    }

    private static String text(Request request, String name) {
        return request.parameter(name).orElse("");
    }

    private static Comparator<String> order(String text, List<Violation> violations) {
        return switch (text) {
            case "", "id", "id asc" -> Comparator.naturalOrder();
            case "id desc" -> Comparator.reverseOrder();
            default -> {
                violations.add(new Violation(ORDER, "must be id, id asc or id desc"));
                yield Comparator.naturalOrder();
            }
        };
    }

    List<Job> of(Collection<Job> jobs) {
        return jobs.stream()
                .filter(wanted)
                .sorted(Comparator.comparing(Job::id, order))
                .toList();
    }
}
