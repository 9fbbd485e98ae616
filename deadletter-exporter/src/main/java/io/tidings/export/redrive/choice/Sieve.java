package io.tidings.export.redrive.choice;

import io.tidings.export.redrive.choice.Fate.NotAsked;
import io.tidings.export.redrive.choice.Fate.Skipped;
import io.tidings.export.redrive.choice.Fate.Taken;
import io.tidings.export.redrive.choice.Fate.Why;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which dead letters are brought back, each once. Shown every record of a partition in its order; for one
 * reading of the log only. Pure.
 */
public final class Sieve {
    private final Selection selection;
    private final List<EarlierRedrive> earlier;
    private final Map<Integer, Instant> begin = new HashMap<>();
    private final Set<String> copies = new HashSet<>();

    public Sieve(Selection selection, List<EarlierRedrive> earlier) {
        this.selection = selection;
        this.earlier = List.copyOf(earlier);
    }

    /** Told of every record, also of others than this subscription's. */
    public void observe(int partition, Instant appended) {
        begin.putIfAbsent(partition, appended);
    }

    public Fate decide(GivenUp letter) {
        if (!selection.covers(letter)) {
            return new NotAsked();
        }
        if (earlier.stream().anyMatch(each -> each.took(letter))) {
            return new Skipped(Why.TAKEN_EARLIER);
        }
        if (letter.again() && isCopy(letter)) {
            return new Skipped(Why.COPY);
        }
        if (!selection.former() && !selection.isOfNow(letter)) {
            return new Skipped(Why.FORMER);
        }
        return !selection.again() && Selection.isRedriven(letter) ? new Skipped(Why.REDRIVEN) : new Taken();
    }

    /** Its first record stands before it, unless retention took that; then of several records the first one counts. */
    private boolean isCopy(GivenUp letter) {
        return !letter.since().isBefore(begin.getOrDefault(letter.partition(), Instant.MAX))
                || !copies.add(letter.delivery().event().source() + " " + letter.since());
    }
}
