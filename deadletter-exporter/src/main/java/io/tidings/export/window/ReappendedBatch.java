package io.tidings.export.window;

import io.tidings.contract.record.ReappendState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The re-appended letters of one blob as they are read again: in their order, with only other letters between them,
 * because one transaction has appended them.
 */
final class ReappendedBatch {
    /** No transaction lasts longer, so letters that are still missing then were not appended. */
    static final Duration MAX_WAIT = Duration.ofMinutes(2);

    private final List<DeadLetter> letters = new ArrayList<>();

    boolean awaits(Instant appended) {
        return !letters.isEmpty()
                && !appended.isAfter(letters.getFirst().appended().plus(MAX_WAIT));
    }

    boolean awaits(DeadLetter letter, ReappendState reappendState) {
        return reappendState.number() == letters.size() + 1
                && (letters.isEmpty()
                        || (earlier().blob().equals(reappendState.blob())
                                && letters.getFirst().batchKey().equals(letter.batchKey())));
    }

    void add(DeadLetter letter) {
        letters.add(letter);
    }

    boolean complete() {
        return !letters.isEmpty() && letters.size() == earlier().of();
    }

    private ReappendState earlier() {
        return letters.getFirst().reappendState().orElseThrow();
    }

    /** Returns the letters collected so far and starts over. */
    List<DeadLetter> drain() {
        var ended = List.copyOf(letters);
        letters.clear();
        return ended;
    }
}
