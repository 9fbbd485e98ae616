package io.tidings.benchmark.model;

/**
 * The measured abilities of a machine. CPU is in seconds per 1,000.
 *
 * @param machine for people
 * @param processors of the machine, which all processes of a row share
 * @param usedShare the share of them that is at work when a worker runs at full speed
 * @param worker CPU of deliveries by their rate
 * @param topology CPU of deliveries by their rate, at low rates
 * @param broker CPU of deliveries by their rate, events and offsets included
 * @param sink CPU of the endpoints that the measurement runs beside the rest
 * @param matching CPU of matching at full speed
 * @param ingest CPU of an event that is published alone
 */
public record Calibration(
        String machine,
        int processors,
        double usedShare,
        CpuCurve worker,
        CpuCurve topology,
        CpuCurve broker,
        double sink,
        MatchingCost matching,
        double ingest) {
    /** The most that one worker delivers a second on a core of its own. */
    public double workerPerSecond() {
        return 1_000 / worker.at(Double.MAX_VALUE);
    }

    /**
     * The cost of matching, in CPU seconds per 1,000.
     *
     * @param event of reading an event and finding its subscriptions
     * @param delivery of writing one delivery
     */
    public record MatchingCost(double event, double delivery) {
        /** CPU seconds per 1,000 deliveries. */
        public double perDelivery(double fanOut) {
            return event / fanOut + delivery;
        }

        /** CPU seconds per 1,000 events. */
        public double perEvent(double fanOut) {
            return event + delivery * fanOut;
        }

        /** From what 1,000 deliveries cost with one delivery an event, and with several. */
        static MatchingCost of(double single, double fanned, double fanOut) {
            double event = Math.max(0, (single - fanned) / (1 - 1 / fanOut));
            return new MatchingCost(event, Math.max(0, single - event));
        }
    }
}
