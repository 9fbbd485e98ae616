package io.tidings.benchmark.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cost of 1,000 deliveries to a process, in CPU seconds, by deliveries a second. The more there are, the more of them
 * share a wake-up and a request to the brokers. Between measured rates the curve is a straight line of logarithms;
 * outside it stays at its ends.
 */
public record CpuCurve(SortedMap<Double, Double> measured) {
    public CpuCurve {
        if (measured.isEmpty()) {
            throw new IllegalArgumentException("a curve has at least one measured rate");
        }
        measured.forEach((rate, cost) -> {
            if (!(rate > 0 && cost > 0)) {
                throw new IllegalArgumentException("rates and costs are above 0, not " + rate + " and " + cost);
            }
        });
        measured = Collections.unmodifiableSortedMap(new TreeMap<>(measured));
    }

    /** CPU seconds per 1,000 deliveries. */
    public double at(double perSecond) {
        var below = measured.headMap(Math.nextUp(perSecond));
        var above = measured.tailMap(perSecond);
        if (below.isEmpty()) {
            return cost(measured.firstKey());
        }
        if (above.isEmpty()) {
            return cost(measured.lastKey());
        }
        double left = below.lastKey();
        double right = above.firstKey();
        if (left == right) {
            return cost(left);
        }
        double part = Math.log(perSecond / left) / Math.log(right / left);
        return cost(left) * Math.pow(cost(right) / cost(left), part);
    }

    private double cost(double rate) {
        var cost = measured.get(rate);
        if (cost == null) {
            throw new IllegalArgumentException("nothing was measured at " + rate);
        }
        return cost;
    }
}
