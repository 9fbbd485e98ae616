package io.tidings.runtime.address;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that look names up. Names whose last lookup was slow or failed have their own threads, so that they
 * cannot delay other names.
 *
 * <p>These are platform threads: the JDK's lookup pins the carrier of a virtual thread, and a few slow names would
 * stop every virtual thread of the process.
 */
final class LookupThreads implements AutoCloseable {
    /** Many, because a name whose resolver hangs holds a thread until the system gives up. */
    private static final int PROMPT = 128;

    private static final int SUSPECT = 64;
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final ExecutorService prompt = pool("lookup-", PROMPT);
    private final ExecutorService suspect = pool("slow-lookup-", SUSPECT);

    private static ExecutorService pool(String name, int threads) {
        var pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name(name, 0).factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** @param suspected whether the last lookup of this name was slow or failed */
    void execute(Runnable lookup, boolean suspected) {
        (suspected ? suspect : prompt).execute(lookup);
    }

    @Override
    public void close() {
        prompt.shutdownNow();
        suspect.shutdownNow();
    }
}
