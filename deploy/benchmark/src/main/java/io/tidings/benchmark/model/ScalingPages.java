package io.tidings.benchmark.model;

import io.tidings.benchmark.model.simulation.CatchUp;
import io.tidings.benchmark.model.simulation.Moment;
import io.tidings.benchmark.model.simulation.OutageCourse;
import io.tidings.contract.RetryTier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The pages about three sizes, and about an outage at the largest of them. */
public record ScalingPages(Planner planner) {
    private static final int STEP_OF_THE_TABLE = 600;
    private static final int STEP_OF_THE_CHART = 300;
    private static final double MILLION = 1e6;

    private static final String COMPUTED = "Computed by `./deploy/benchmark/model --pages docs`; nothing of this size"
            + " was measured.\n"
            + "[scaling.md](scaling.md#compute-your-own) says from what, and computes it for your load.\n";

    private record Size(String file, String name, double deliveries, long subscriptions) {}

    private static final List<Size> SIZES = List.of(
            new Size("scaling-10k.md", "10 thousand", 10_000, 1_000),
            new Size("scaling-100k.md", "100 thousand", 100_000, 10_000),
            new Size("scaling-1m.md", "1 million", 1_000_000, 100_000));

    /** The texts by the names of their files. */
    public Map<String, String> all() {
        var pages = new LinkedHashMap<String, String>();
        for (var size : SIZES) {
            pages.put(size.file(), size(size));
        }
        pages.put("scaling-outage.md", outage(planner.plan(load(SIZES.getLast()))));
        return pages;
    }

    /** Five deliveries of each event of 1 KB; of all endpoints a tenth is down for an hour. */
    private static Load load(Size size) {
        return new Load(
                size.deliveries() / 5,
                5,
                1_024,
                Duration.ofDays(7),
                new Endpoints(size.subscriptions(), 0.01, Duration.ofMillis(50), 0.01, 0.1, Duration.ofHours(1)));
    }

    private String size(Size size) {
        var plan = planner.plan(load(size));
        var table = new PlanTable(plan);
        return "# What do " + size.name() + " deliveries a second need?\n\n"
                + summary(plan) + "\n" + COMPUTED + "\n"
                + table.load() + "\n"
                + table.needs() + "\n"
                + table.disk() + "\n"
                + "## What breaks first\n\n" + broken(plan) + "\n" + table.bounds() + "\n"
                + "## An outage\n\n"
                + "All of these endpoints fail at once, respond 503, and are back at once. The times count from that"
                + " moment;\n[scaling-outage.md](scaling-outage.md) explains them.\n\n"
                + table.outages();
    }

    private static String summary(Plan plan) {
        return "%s workers of one core, %s partitions, %s brokers and %s GB of disk.%n"
                .formatted(
                        PlanTable.number(plan.workers().workers()),
                        PlanTable.number(plan.workers().partitions()),
                        PlanTable.number(plan.brokers().number()),
                        PlanTable.number(plan.disk().total()));
    }

    private static String broken(Plan plan) {
        var above = plan.bounds().stream().filter(bound -> bound.share() > 1).toList();
        if (above.isEmpty()) {
            return "Nothing: no bound is passed with the settings as shipped. The nearest are at the top.\n";
        }
        var first = above.getFirst();
        return "%s: %s times as much as there is with the settings as shipped.%nAbove the bound, %s. "
                        .formatted(capital(first.what()), PlanTable.number(first.share()), reason(first.why()))
                + "What uses more\nthan 100 % must be changed before the load comes.\n";
    }

    /** What happens, without what to do. */
    private static String reason(String why) {
        return why.substring(0, why.indexOf(':'));
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String outage(Plan plan) {
        var shown = List.of(CatchUp.SCHEDULE, CatchUp.RETRY_NOW);
        var courses =
                shown.stream().flatMap(recovery -> plan.with(recovery).stream()).toList();
        return "# What does an hour's outage do at a million deliveries a second?\n\n"
                + verdict(plan) + "\n" + COMPUTED + "\n"
                + "A tenth of the deliveries goes to endpoints that respond 503 for an hour, all at once. When they are"
                + " back, they take ten\ntimes their usual rate; with `retryNow` that is the bound.\n\n"
                + new PlanTable(plan).outages() + "\n"
                + reasons(plan) + "\n"
                + "## What is pending\n\n"
                + "Millions of deliveries by minutes since the endpoints failed: by the schedule (the line that ends"
                + " last), and with\n`retryNow` when the endpoints are back.\n\n"
                + chart(courses) + "\n"
                + "## What each tier has\n\n"
                + "Millions of records, by the schedule, with those of deliveries that were moved forward until their"
                + " tier comes to them.\n\n"
                + tiers(plan.with(CatchUp.SCHEDULE).orElseThrow()) + "\n"
                + "## What is left out\n\n"
                + "- Jitter, which spreads a wait by at most 5 s,"
                + " and the bounds of the workers' memory.\n"
                + "- Deferrals for overload: a delivery that"
                + " cannot be sent at once waits in order here. A"
                + " worker defers it\n"
                + "  ([failing-endpoints.md](failing-endpoints.md)),"
                + " which makes its delivery later when the"
                + " endpoints are slow.\n"
                + "- Brokers that cannot write as much as the"
                + " worst second asks for: then hops are late, as"
                + " in the tables of the\n"
                + "  [sizes](scaling-1m.md#what-breaks-first).\n"
                + "- Dead letters: none, since the time to live is"
                + " a day.\n";
    }

    private static String verdict(Plan plan) {
        var scheduled = plan.with(CatchUp.SCHEDULE).orElseThrow();
        var asked = plan.with(CatchUp.RETRY_NOW).orElseThrow();
        return "All is delivered %s after the endpoints are back: for %s of it nobody knows that they are. With\n"
                        .formatted(PlanTable.time(scheduled.caughtUpAfter()), PlanTable.time(scheduled.noticedAfter()))
                + "[`retryNow`](recovery.md) it takes %s.\n".formatted(PlanTable.time(asked.caughtUpAfter()));
    }

    /** Seconds by which all is delivered earlier because it is moved forward. */
    private static long gained(Plan plan) {
        return plan.with(CatchUp.SCHEDULE)
                .orElseThrow()
                .caughtUpAfter()
                .minus(plan.with(CatchUp.FORWARD).orElseThrow().caughtUpAfter())
                .toSeconds();
    }

    private static String reasons(Plan plan) {
        return "- **Probation is what takes time.** Each failed probe doubles it, so after an hour it lasts up to 43"
                + " minutes more.\n  Who knows that the endpoint is back says so with `retryNow`.\n"
                + "- **Moving forward gains "
                + (gained(plan) < 10 ? "nothing here" : gained(plan) + " s")
                + ".** All waits of a probation end with it, so nearly\n  everything is due at the probe"
                + " anyway. It helps deliveries that had failed before, and those"
                + " whose hops are late.\n"
                + "- **Without probation** every step of the schedule is an attempt that fails, and the last wait is"
                + " as long as the\n  outage was.\n"
                + "- **A deferral is written several times**: a wait is made of hops through tiers, each a record"
                + " more. All of them end in\n  the same second, so the small tiers get everything shortly before it;"
                + " that is the worst second for the brokers.\n";
    }

    private static String chart(List<OutageCourse> courses) {
        int last = courses.stream()
                .mapToInt(course -> course.moments().getLast().second())
                .max()
                .orElse(0);
        var axis = "    x-axis \"minutes\" 0 --> " + (last / STEP_OF_THE_CHART + 1) * STEP_OF_THE_CHART / 60 + "\n";
        return "```mermaid\nxychart-beta\n" + axis + "    y-axis \"million pending\"\n"
                + courses.stream().map(course -> line(course, last)).collect(Collectors.joining())
                + "```\n";
    }

    private static String line(OutageCourse course, int last) {
        var points = new ArrayList<String>();
        for (int second = 0; second <= last + STEP_OF_THE_CHART; second += STEP_OF_THE_CHART) {
            double pending = second < course.moments().size()
                    ? course.moments().get(second).pending()
                    : 0;
            points.add(String.format(Locale.ROOT, "%.0f", pending / MILLION));
        }
        return "    line [" + String.join(", ", points) + "]\n";
    }

    private static String tiers(OutageCourse course) {
        var used = List.of(RetryTier.values()).stream()
                .filter(tier -> course.mostStored().getOrDefault(tier, 0.0) > 0)
                .toList();
        var text = new StringBuilder("| minute | pending |");
        used.forEach(tier -> text.append(" `").append(tier.label()).append("` |"));
        text.append("\n|---|---|").append("---|".repeat(used.size())).append('\n');
        for (var moment : course.moments()) {
            if (moment.second() % STEP_OF_THE_TABLE == 0
                    || moment.equals(course.moments().getLast())) {
                text.append(line(moment, used));
            }
        }
        return text.toString();
    }

    private static String line(Moment moment, List<RetryTier> used) {
        var text = new StringBuilder(
                "| %d | %s |".formatted(moment.second() / 60, PlanTable.number(Math.rint(moment.pending() / MILLION))));
        used.forEach(tier -> text.append(" %s |"
                .formatted(PlanTable.number(Math.rint(moment.stored().getOrDefault(tier, 0.0) / MILLION)))));
        return text.append('\n').toString();
    }
}
