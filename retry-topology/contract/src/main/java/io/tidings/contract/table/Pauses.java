package io.tidings.contract.table;

import io.tidings.contract.HeaderTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of a subscription in which the clock of its deliveries stood still (B-PAUSE), in their order. They begin and
 * end when the records that paused and resumed it were appended. Pure.
 *
 * <p>A record cannot hold the time of its own append, so its header leaves that out, and the next record of the
 * subscription has it:
 *
 * <pre>
 *   paused                    /
 *   changed while paused      2026-11-28T09:00:00Z/
 *   resumed                   2026-11-28T09:00:00Z/
 *   changed afterwards        2026-11-28T09:00:00Z/2026-11-28T11:30:00Z
 * </pre>
 */
public record Pauses(List<Pause> list) {
    public static final Pauses NONE = new Pauses(List.of());

    /** The time after its end for which a pause is kept. */
    public static final Duration KEPT = Duration.ofDays(30);

    static final int MOST = 100;

    /** @param to null while it goes on */
    public record Pause(Instant from, @Nullable Instant to) {
        private Duration overlap(Instant begin, Instant end) {
            var first = from.isAfter(begin) ? from : begin;
            var last = to != null && to.isBefore(end) ? to : end;
            return first.isBefore(last) ? Duration.between(first, last) : Duration.ZERO;
        }
    }

    public Pauses {
        list = List.copyOf(list);
    }

    /** Returns how much of a time was spent in pauses. */
    public Duration within(Instant from, Instant to) {
        var sum = Duration.ZERO;
        for (var pause : list) {
            sum = sum.plus(pause.overlap(from, to));
        }
        return sum;
    }

    /** Returns when the pause began that goes on; empty if none does. */
    public Optional<Instant> since() {
        return list.isEmpty() || list.getLast().to() != null
                ? Optional.empty()
                : Optional.of(list.getLast().from());
    }

    /** Returns whether a pause goes on. */
    public boolean holding() {
        return !list.isEmpty() && list.getLast().to() == null;
    }

    /**
     * Returns the header of the record that follows.
     *
     * @param begins whether the record begins a pause
     * @return null if there is nothing to keep
     */
    public @Nullable String next(boolean begins, Instant now) {
        var kept = new ArrayList<>(list);
        kept.removeIf(pause -> pause.to() != null && pause.to().plus(KEPT).isBefore(now));
        int most = begins ? MOST - 1 : MOST;
        while (kept.size() > most) { // what is between the two counts as paused: an event lives longer, not shorter
            var second = kept.remove(1);
            kept.set(0, new Pause(kept.getFirst().from(), second.to()));
        }
        var texts = kept.stream()
                .map(pause -> pause.from() + "/" + (pause.to() == null ? "" : pause.to()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (begins) {
            texts.add("/");
        }
        return texts.isEmpty() ? null : String.join(",", texts);
    }

    /**
     * Reads the header of a record. A pause that cannot be read is left out: its deliveries expire as they would without it.
     *
     * @param paused whether the record pauses the subscription, so that a pause without an end goes on
     * @param appended when the record was appended
     */
    static Pauses read(@Nullable String header, boolean paused, Instant appended) {
        if (header == null || header.isEmpty()) {
            return NONE;
        }
        var read = new ArrayList<Pause>();
        for (var text : header.split(",", -1)) {
            pause(text.strip(), paused, appended).ifPresent(read::add);
        }
        return new Pauses(read);
    }

    private static Optional<Pause> pause(String text, boolean paused, Instant appended) {
        int between = text.indexOf('/');
        if (between < 0) {
            return Optional.empty();
        }
        var to = text.substring(between + 1);
        return time(text.substring(0, between), appended)
                .flatMap(from -> to.isEmpty() && paused
                        ? Optional.of(new Pause(from, null))
                        : time(to, appended).map(end -> new Pause(from, end)));
    }

    private static Optional<Instant> time(String text, Instant appended) {
        return text.isEmpty() ? Optional.of(appended) : HeaderTime.parsed(text);
    }
}
