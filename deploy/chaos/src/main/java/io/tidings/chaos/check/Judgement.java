package io.tidings.chaos.check;

import java.util.ArrayList;
import java.util.List;

/** The findings of the checker. */
public record Judgement(CheckCounts tally, List<PromiseViolation> violations) {
    public static final Judgement NOTHING = new Judgement(CheckCounts.NOTHING, List.of());

    public Judgement {
        violations = List.copyOf(violations);
    }

    /**
     * The findings of a comparison of the API with the histories.
     *
     * @param asked deliveries whose end the API was asked for
     */
    public static Judgement ofApi(long asked, List<PromiseViolation> violations) {
        return new Judgement(CheckCounts.ofAsked(asked), violations);
    }

    public Judgement plus(Judgement other) {
        var all = new ArrayList<>(violations);
        all.addAll(other.violations);
        return new Judgement(tally.plus(other.tally), all);
    }

    public long of(Promise promise) {
        return violations.stream().filter(each -> each.promise() == promise).count();
    }
}
