package io.tidings.benchmark.model.simulation;

/**
 * Deliveries that wait together.
 *
 * @param deliveries how many; a fraction where a second has one
 * @param due second of the next attempt
 * @param moved whether they were moved forward, so that only their records are still there
 */
record Cohort(double deliveries, int due, int attempts, boolean moved) {
    static Cohort published(double deliveries, int second) {
        return new Cohort(deliveries, second, 0, false);
    }

    Cohort with(double fewer) {
        return new Cohort(fewer, due, attempts, moved);
    }

    Cohort deferredTo(int second) {
        return new Cohort(deliveries, second, attempts, moved);
    }

    Cohort failed(int next) {
        return new Cohort(deliveries, next, attempts + 1, moved);
    }

    Cohort movedForward() {
        return new Cohort(deliveries, due, attempts, true);
    }
}
