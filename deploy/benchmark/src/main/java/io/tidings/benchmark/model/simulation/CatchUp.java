package io.tidings.benchmark.model.simulation;

/** The event that ends the waiting when an endpoint is back. */
public enum CatchUp {
    /** Every delivery is attempted at each step of the schedule, as with a very high {@code probation.threshold}. */
    WITHOUT_PROBATION("without probation"),
    /** A probe ends the probation; deliveries leave the tiers as the tiers come to them (B-PROB). */
    SCHEDULE("probation, schedule"),
    /** A probe ends the probation and moves everything forward (B-RECOVER-1). */
    FORWARD("probation, moved forward"),
    /** An operator asks for {@code retryNow} at the second in which the endpoints are back. */
    RETRY_NOW("`retryNow` when it is back");

    private final String label;

    CatchUp(String label) {
        this.label = label;
    }

    /** As pages name it. */
    public String label() {
        return label;
    }

    boolean probation() {
        return this != WITHOUT_PROBATION;
    }

    boolean movesForward() {
        return this == FORWARD || this == RETRY_NOW;
    }
}
