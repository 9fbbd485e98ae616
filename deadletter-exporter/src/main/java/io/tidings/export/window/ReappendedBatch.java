package io.tidings.export.window;

import io.tidings.contract.record.ReappendState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The letters of one blob while they come out of the log again: they were appended one after the other, in one
 * transaction, with letters of others between them at most.
 */
final class ReappendedBatch {
    /** No transaction lasts longer, so what has not come by then does not come any more. */
    static final Duration MAX_WAIT = Duration.ofMinutes(2);

    private final List<DeadLetter> letters = new ArrayList<>();

    /** Whether more of them may come until then. */
    boolean awaits(Instant appended) {
        return !letters.isEmpty()
                && !appended.isAfter(letters.getFirst().appended().plus(MAX_WAIT));
    }

    /** Whether this is the one that comes next. */
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

    /** Those that came; the next one that comes is the first. */
    List<DeadLetter> drain() {
        var ended = List.copyOf(letters);
        letters.clear();
        return ended;
    }
}
