package io.tidings.ingest.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.job.JobTargets;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-REPLAY-1: the list of jobs. */
class JobSearchTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<Job> JOBS = List.of(
            job("1", "orders/billing", JobWish.RUN),
            job("2", "orders/audit", JobWish.PAUSE),
            job("3", "invoices/billing", JobWish.CANCEL),
            job("4", "invoices/crm,news/audit", JobWish.RUN));

    private static Job job(String id, String subscriptions, JobWish wish) {
        var keys = Stream.of(subscriptions.split(",", -1))
                .map(text -> SubscriptionKey.parse(text).orElseThrow())
                .toList();
        var request = new JobRequest(
                JobKind.REDRIVE,
                new JobTargets(keys),
                new JobSelection(Set.of(), NOON.minusSeconds(60), NOON, Set.of(), Set.of()),
                false,
                Letters.TOPIC,
                false,
                false,
                false,
                100,
                NOON,
                "alice");
        return new Job(id, request, wish, null);
    }

    private static Validated<JobSearch> read(String query) {
        return JobSearch.read(new Request(
                "GET", "/jobs", query, "h", false, "127.0.0.1", Map.of(), () -> new Body.Whole(new byte[0])));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ``                                  | 1 2 3 4
        topic=orders                        | 1 2
        subscription=billing                | 1 3
        topic=orders&subscription=billing   | 1
        topic=order                         | ``
        topic=news                          | 4
        topic=invoices                      | 3 4
        subscription=audit                  | 2 4
        topic=invoices&subscription=audit   | ``
        state=Paused                        | 2
        state=Cancelled                     | 3
        state=                              | 1 2 3 4
        $orderby=id                         | 1 2 3 4
        $orderby=id%20asc                   | 1 2 3 4
        %24orderby=id+desc                  | 4 3 2 1
        topic=orders&$orderby=id%20desc     | 2 1
        """)
    void jobsAreSelectedAndOrdered(String query, String ids) {
        assertThat(read(query)).isInstanceOfSatisfying(Validated.Valid.class, valid -> {
            var search = (JobSearch) valid.value();
            assertThat(search.of(JOBS).stream().map(Job::id)).containsExactlyElementsOf(words(ids));
        });
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    @Test
    void anUnknownStateOrOrderIsAViolation() {
        assertThat(read("state=done&$orderby=created"))
                .isEqualTo(new Validated.Invalid<>(List.of(
                        new Violation("state", "must be one of Queued, Running, Paused, Done, Cancelled, Failed"),
                        new Violation("$orderby", "must be id, id asc or id desc"))));
    }
}
