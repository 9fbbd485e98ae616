package io.tidings.benchmark.model;

import io.tidings.benchmark.model.simulation.OutageCourse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A plan as tables of Markdown. */
public record PlanTable(Plan plan) {
    private static final int EXACT = 100;
    private static final double MILLION = 1e6;

    /** The load that is planned for. */
    public String load() {
        var load = plan.load();
        var endpoints = load.endpoints();
        return table(
                "load",
                List.of(
                        line("published events a second", number(load.eventsPerSecond())),
                        line("deliveries of an event", number(load.fanOut())),
                        line("size of an event", number(load.eventBytes()) + " bytes"),
                        line("events are kept for", load.retention().toDays() + " days"),
                        line("subscriptions", number((double) endpoints.subscriptions())),
                        line("of all deliveries, the busiest one gets", percent(endpoints.busiestShare())),
                        line(
                                "an endpoint responds after",
                                endpoints.responseTime().toMillis() + " ms"),
                        line("attempts that fail on a usual day", percent(endpoints.failureShare())),
                        line(
                                "outage that is planned for",
                                percent(endpoints.outageShare()) + " of the deliveries for "
                                        + time(endpoints.outage()))));
    }

    /** The resources that it needs. */
    public String needs() {
        var workers = plan.workers();
        var brokers = plan.brokers();
        return table(
                "need",
                List.of(
                        line("workers of one core", number(workers.workers())),
                        line("their CPU on a usual day", number(workers.cores()) + " cores"),
                        line("`partitions`", number(workers.partitions())),
                        line("matching", number(workers.topologyCores()) + " cores"),
                        line("ingest, one event a request", number(workers.ingestCores()) + " cores"),
                        line("brokers", number(brokers.number())),
                        line("their CPU", number(brokers.cores()) + " cores"),
                        line("written by them, replicas included", number(brokers.written()) + " MB/s"),
                        line("read from them, replication included", number(brokers.read()) + " MB/s"),
                        line("replicas of partitions on each", number(brokers.replicas())),
                        line("transactions of workers", number(workers.transactions()) + " a second"),
                        line("connections to endpoints, at least", number(workers.connections())),
                        line(
                                "cost of a million deliveries",
                                String.format(Locale.ROOT, "$%.3f", plan.costPerMillion()))));
    }

    /** The places where the bytes are. */
    public String disk() {
        var disk = plan.disk();
        var lines = new StringBuilder();
        lines.append(line("`events`", number(disk.events()) + " GB"));
        lines.append(line("`deliveries`", number(disk.deliveries()) + " GB"));
        disk.tiers()
                .forEach((tier, gigabytes) ->
                        lines.append(line("`retry." + tier.label() + "`", number(gigabytes) + " GB")));
        lines.append(line("all", number(disk.total()) + " GB"));
        return table(
                "disk of all brokers, replicas included, at the worst moment of the outage", List.of(lines.toString()));
    }

    /** The bound that breaks first. */
    public String bounds() {
        return "| bound | needed | there is | used | above it |\n|---|---|---|---|---|\n"
                + plan.bounds().stream().map(PlanTable::bound).collect(Collectors.joining());
    }

    /** The planned outage with each kind of recovery. */
    public String outages() {
        return "| | first success | all delivered | most pending | records written for each | most written a second |\n"
                + "|---|---|---|---|---|---|\n"
                + plan.outages().stream().map(PlanTable::outage).collect(Collectors.joining());
    }

    private static String bound(Bound bound) {
        var unit = bound.unit().isEmpty() ? "" : " " + bound.unit();
        return "| %s | %s | %s | %s | %s |%n"
                .formatted(
                        bound.what(),
                        number(bound.needed()) + unit,
                        number(bound.limit()) + unit,
                        percent(bound.share()),
                        bound.why());
    }

    private static String outage(OutageCourse course) {
        return "| %s | after %s | after %s | %s million | %s | %s |%n"
                .formatted(
                        course.outage().recovery().label(),
                        time(course.noticedAfter()),
                        time(course.caughtUpAfter()),
                        number(course.mostPending() / MILLION),
                        number(course.writtenPerDelivery()),
                        number(course.mostWritten()));
    }

    private static String table(String heading, List<String> lines) {
        return "| " + heading + " | |\n|---|---|\n" + String.join("", lines);
    }

    private static String line(String what, String figure) {
        return "| " + what + " | " + figure + " |\n";
    }

    static String percent(double share) {
        return number(100 * share) + " %";
    }

    /** With two digits below a hundred. */
    static String number(double value) {
        if (value >= EXACT || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.0f" : value >= 1 ? "%.1f" : "%.2f", value);
    }

    static String time(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds % 60 == 0 ? seconds / 60 + " min" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
