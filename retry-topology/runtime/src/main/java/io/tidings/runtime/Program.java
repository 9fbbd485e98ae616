package io.tidings.runtime;

import io.tidings.runtime.liveness.Hang;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One of the four programs while it runs. */
public interface Program extends AutoCloseable {
    /** The name in health responses and logs. */
    String name();

    boolean ready();

    /** Returns sentences for health: what keeps the program from a part of its work, and what to do. */
    default List<String> problems() {
        return List.of();
    }

    /** Returns the loops that have not turned for longer than the limit, for no reason that the program accepts. */
    default List<Hang> hanging(Duration limit) {
        return List.of();
    }

    /** Completes with the cause if the program had to stop, or normally after {@link #close}. */
    CompletionStage<Void> ended();

    /** Finishes the work that has begun, within the drain timeout, and stops. A second call does nothing. */
    @Override
    void close();
}
