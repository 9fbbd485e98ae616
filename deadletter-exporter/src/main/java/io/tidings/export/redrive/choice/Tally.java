package io.tidings.export.redrive.choice;

import io.tidings.export.redrive.choice.Fate.Why;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many dead letters have which fate. */
public final class Tally {
    private final Map<String, Long> taken = new TreeMap<>();
    private final Map<Why, Long> skipped = new EnumMap<>(Why.class);
    private long unreadable;

    public void count(GivenUp letter, Fate fate) {
        switch (fate) {
            case Fate.Taken() -> taken.merge(letter.reason(), 1L, Long::sum);
            case Fate.Skipped(var why) -> skipped.merge(why, 1L, Long::sum);
            case Fate.NotAsked() -> {}
        }
    }

    public void countUnreadable() {
        unreadable++;
    }

    public long taken() {
        return taken.values().stream().mapToLong(Long::longValue).sum();
    }

    /** For people: a line for each reason, and for each kind of those that are left. */
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
