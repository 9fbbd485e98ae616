package io.tidings.export.selection;

import io.tidings.export.selection.RedriveDecision.SkipReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public final class RedriveCount {
    private final Map<String, Long> taken = new TreeMap<>();
    private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private long unreadable;

    public void count(RedriveCandidate candidate, RedriveDecision decision) {
        switch (decision) {
            case RedriveDecision.Taken() -> taken.merge(candidate.reason(), 1L, Long::sum);
            case RedriveDecision.Skipped(var why) -> skipped.merge(why, 1L, Long::sum);
            case RedriveDecision.NotSelected() -> {}
        }
    }

    public void countUnreadable() {
        unreadable++;
    }

    public long taken() {
        return taken.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns text for people: a line for each reason, and for each kind of skipped letters. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        taken.forEach((reason, number) -> lines.add(line(number, reason)));
        skipped.forEach((why, number) -> lines.add(line(number, "left: they " + why.sentence())));
        if (unreadable > 0) {
            lines.add(line(unreadable, "left: this release does not understand them"));
        }
        return lines;
    }

    private static String line(long number, String text) {
        return "%10d  %s".formatted(number, text);
    }
}
