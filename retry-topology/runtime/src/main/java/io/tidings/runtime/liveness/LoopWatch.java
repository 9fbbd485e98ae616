package io.tidings.runtime.liveness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Remembers when each loop of a program last turned.
 *
 * <pre>
 *   unknown ──turned──> watched ──ended, or its thread dies──> unknown
 *                        └─^ turned
 * </pre>
 *
 * <p>A loop is known by its thread. Thread-safe.
 */
public final class LoopWatch {
    private final Map<Thread, Long> lastTurns = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    public LoopWatch() {
        this(System::nanoTime);
    }

    LoopWatch(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Called by the thread of a loop, in each turn. */
    public void turned() {
        lastTurns.put(Thread.currentThread(), nanos.getAsLong());
    }

    /** Called by the thread of a loop that now does something else, such as opening clients. */
    public void ended() {
        lastTurns.remove(Thread.currentThread());
    }

    /** Returns the loops that have not turned for longer than the limit, by name. */
    public List<Hang> hanging(Duration limit) {
        lastTurns.keySet().removeIf(thread -> !thread.isAlive());
        var hanging = new ArrayList<Hang>();
        lastTurns.forEach((thread, last) -> {
            var still = Duration.ofNanos(nanos.getAsLong() - last);
            if (still.compareTo(limit) > 0) {
                hanging.add(new Hang(thread.getName(), still, List.of(thread.getStackTrace())));
            }
        });
        hanging.sort(Comparator.comparing(Hang::loop));
        return List.copyOf(hanging);
    }
}
