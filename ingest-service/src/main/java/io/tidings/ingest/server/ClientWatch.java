package io.tidings.ingest.server;

import io.helidon.webserver.CloseConnectionException;
import io.tidings.ingest.http.Request;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sees that a client closes its connection while it waits for a response. A write would not tell: the first one after the
 * close succeeds. The connection is read meanwhile by another thread, so nothing else may read it until {@link #end}.
 */
final class ClientWatch implements Request.Client {
    /** Each connection has a virtual thread of its own, which serves all its requests. */
    private static final ThreadLocal<ClientWatch> OF_THREAD = new ThreadLocal<>();

    private final Runnable awaitBytes;
    private @Nullable CompletableFuture<Boolean> gone;

    private ClientWatch(Runnable awaitBytes) {
        this.awaitBytes = awaitBytes;
    }

    /**
     * Called on the thread of the connection.
     *
     * @param awaitBytes until there are some, and keeps them
     */
    static ClientWatch begin(Runnable awaitBytes) {
        var watch = new ClientWatch(awaitBytes);
        OF_THREAD.set(watch);
        return watch;
    }

    static Request.Client ofThisConnection() {
        var watch = OF_THREAD.get();
        return watch == null ? () -> false : watch;
    }

    /** A client that sends its next request already is not gone. */
    @Override
    public boolean gone() {
        if (gone == null) {
            var found = new CompletableFuture<Boolean>();
            gone = found;
            Thread.startVirtualThread(() -> found.complete(closes()));
        }
        return gone.getNow(false);
    }

    private boolean closes() {
        while (true) {
            try {
                awaitBytes.run();
                return false;
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof SocketTimeoutException)) {
                    return true;
                }
            } catch (RuntimeException e) {
                return true; // the next read of the connection's own thread says why
            }
        }
    }

    /** Waits for the next bytes, if they are watched for. */
    void end() {
        var running = gone;
        if (running == null) {
            return;
        }
        try {
            running.get();
            gone = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("the server stops", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
