package io.tidings.acceptance.page;

import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page {@code docs/metrics.md}: every metric of the programs, as its definition says it. */
record MetricsPage(List<LocalProgram> services) {
    private static final String START = """
        # Metrics

        <!-- Written from the definitions in the code; GeneratedPagesTest says how to write it again. -->

        Every program shows its metrics to Prometheus at `/metrics` of its [admin port](operating.md#health), with the
        descriptions of this page as `# HELP`. In local mode one port shows the metrics of all four. Names and labels stay from
        release to release. `deploy/monitoring` has a dashboard and alerts that use them.

        A counter begins at 0 when its program starts. `tidings_matched_total` and `tidings_delivery_success_total` of a subscription
        begin when it is created, in every topology and every worker, and end when it is deleted. A counter whose label has many
        values, such as a reason, appears with the first event that it counts. Sum the counters of topologies and workers over all of
        them. A histogram has the series `_bucket`, `_count` and `_sum`, and a gauge `_max`: the highest value of the last minutes.
        Every program also shows the metrics of the Kafka clients (`kafka_…`), the JVM (`jvm_…`) and the process (`process_…`,
        `system_…`).

        The number of series depends on topics and subscriptions only: no label holds an endpoint, an event or anything else that a
        publisher chooses. `metrics.per.subscription` of the worker and the topology chooses what is shown of each subscription:
        `counts`, the default, shows its counters; `all` its histograms as well, some thirty series of each subscription; `none`
        nothing. What is left out is shown for each topic, with an empty `subscription`; `tidings_probation` counts endpoints then.
        The counters of the first 10,000 subscriptions begin at zero when a subscription is created; those of others appear with
        its first event. With tens of thousands of subscriptions set `none`, if you do not need them one by one.

        | label | meaning |
        |---|---|
        """;

    private static final List<List<String>> LABELS = List.of(
            List.of(
                    "topic",
                    "the name of the topic, or of its [domain](domains.md); `-` if a request named one that does not"
                            + " exist"),
            List.of("subscription", "the name of the subscription, which is unique within its topic only"),
            List.of("program", "`topology`, `delivery-worker`, `deadletter-exporter` or `ingest`"),
            List.of(
                    "reason",
                    "the reason, in the words of [topics](topics.md) and [the rules](internals/behaviour.md)"),
            List.of(
                    "outcome",
                    "the outcome of an attempt, in the words of [the rules](internals/behaviour.md#outcomes)"),
            List.of("error", "the code of the error in the response to a publisher"),
            List.of(
                    "result",
                    "`Agreed`, `Undecided`, `Refused` or `Unanswered`: see [validation](validation.md); of a token"
                            + " request `issued` or `refused`; of an audit record `written` or `failed`"),
            List.of("status", "the HTTP status of the response to a manager"),
            List.of("type", "the type of a [system event](system-events.md)"),
            List.of("tier", "`deliveries`, or a retry tier: `10s` … `12h`"),
            List.of("table", "the Kafka topic that the table is read from"),
            List.of(
                    "health",
                    "the [health](failing-endpoints.md#one-word-for-all) of a subscription, such as `Failing`"),
            List.of(
                    "state",
                    "the state of a [job](replay.md): `queued`, `running`, `paused`, `done`, `cancelled`, `failed`"),
            List.of("kind", "`redrive` or `replay`"));

    String text() {
        var page = new StringBuilder(START);
        LABELS.forEach(label -> row(page, "`" + label.getFirst() + "`", label.getLast()));
        section(page, "All programs", metric -> inAll(metric));
        for (var service : services) {
            section(
                    page,
                    service.name(),
                    metric -> !inAll(metric) && metric.programs().contains(service.name()));
        }
        return page.toString();
    }

    /** The labels that the page explains. */
    static List<String> labels() {
        return LABELS.stream().map(List::getFirst).toList();
    }

    private boolean inAll(Metric metric) {
        return services.stream().allMatch(service -> metric.programs().contains(service.name()));
    }

    private static void section(StringBuilder page, String title, Predicate<Metric> shown) {
        page.append("\n## ").append(title).append("\n\n| metric | kind | labels | meaning |\n|---|---|---|---|\n");
        var rows = new ArrayList<>(Stream.of(Metric.values()).filter(shown).toList());
        for (var metric : rows) {
            row(page, "`" + metric.family() + "`", metric.kind().wireName(), labels(metric), metric.description());
        }
    }

    private static String labels(Metric metric) {
        return metric.tags().stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
