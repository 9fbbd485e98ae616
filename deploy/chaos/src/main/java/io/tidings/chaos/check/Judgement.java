package io.tidings.chaos.check;

import io.tidings.chaos.evidence.Promise;
import io.tidings.chaos.evidence.PromiseViolation;
import java.util.ArrayList;
import java.util.List;

/** What the checker found. */
public record Judgement(CheckCounts tally, List<PromiseViolation> violations) {
    public static final Judgement NOTHING = new Judgement(CheckCounts.NOTHING, List.of());

    public Judgement {
        violations = List.copyOf(violations);
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
