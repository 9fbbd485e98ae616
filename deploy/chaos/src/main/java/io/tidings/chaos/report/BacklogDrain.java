package io.tidings.chaos.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The backlog over time, after the overload. */
public final class BacklogDrain {
    private static final double NANOS = 1e9;

    private final List<Point> points = new ArrayList<>();

    private record Point(Duration at, long backlog) {}

    /** @param at since a fixed moment */
    public void noted(Duration at, long backlog) {
        points.add(new Point(at, backlog));
    }

    /** Deliveries a second from the first look to the last. */
    public double perSecond() {
        if (points.size() < 2) {
            return 0;
        }
        var first = points.getFirst();
        var last = points.getLast();
        return (first.backlog() - last.backlog())
                * NANOS
                / Math.max(1, duration().toNanos());
    }

    public Duration duration() {
        return points.isEmpty()
                ? Duration.ZERO
                : points.getLast().at().minus(points.getFirst().at());
    }

    public CheckResult judge(double capacity, double share) {
        return CheckResult.atLeast(
                "the backlog drains as fast as can be delivered, share of that", share, perSecond() / capacity, "");
    }
}
