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
 * Limits the time of a storage that may hang and cannot be interrupted, such as a network drive. While a write hangs,
 * there is no other one. A write that is completed late does no harm, because the blob is the same.
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
        var pending = new CompletableFuture<Result>();
        underWay = pending;
        Thread.ofPlatform().daemon().name("write blob").start(() -> {
            try {
                pending.complete(store.write(container, name, bytes));
            } catch (RuntimeException | Error e) {
                pending.completeExceptionally(e);
            }
        });
        return await(pending);
    }

    private Result await(Future<Result> pending) {
        try {
            return pending.get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
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
