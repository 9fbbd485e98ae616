package io.tidings.runtime;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** One of the four programs while it runs. */
public interface Program extends AutoCloseable {
    /** How it is called in health answers and logs. */
    String name();

    /** Whether it can do its work now. */
    boolean ready();

    /** Returns what keeps it from a part of its work and what to do, in sentences that health shows. */
    default List<String> problems() {
        return List.of();
    }

    /** Completes when it has ended: with the cause when it had to stop, normally behind {@link #close}. */
    CompletionStage<Void> ended();

    /** Finishes what it has begun, within its drain timeout, and stops. Calling it again does nothing. */
    @Override
    void close();
}
