package io.tidings.export.blob;

import io.tidings.export.blob.BlobStore.Result.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A storage that may hang, as a network drive does, and cannot be interrupted: who asks is answered in time, and a
 * write that hangs is the only one until it returns. That it may be done late does no harm, it is the same blob.
 */
final class TimeLimitedBlobStore implements BlobStore {
    private final BlobStore store;
    private final Duration timeLimit;
    private volatile @Nullable Future<Result> underWay;

    TimeLimitedBlobStore(BlobStore store, Duration timeLimit) {
        this.store = store;
        this.timeLimit = timeLimit;
    }

    @Override
    public Result write(String container, String name, byte[] bytes) {
        if (hangs()) {
            return new Unavailable(location() + " still has not responded to an earlier request");
        }
        var answer = new CompletableFuture<Result>();
        underWay = answer;
        Thread.ofPlatform().daemon().name("write blob").start(() -> {
            try {
                answer.complete(store.write(container, name, bytes));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return await(answer);
    }

    private Result await(Future<Result> answer) {
        try {
            return answer.get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return new Unavailable("no response from " + location() + " within " + timeLimit.toMillis() + " ms");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException bug ? bug : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Unavailable("interrupted");
        }
    }

    private boolean hangs() {
        var before = underWay;
        return before != null && !before.isDone();
    }

    @Override
    public boolean reachable() {
        return !hangs() && store.reachable();
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public String url(String container, String name) {
        return store.url(container, name);
    }

    @Override
    public void sweep(Instant now) {
        store.sweep(now);
    }

    @Override
    public void close() {
        store.close();
    }
}
