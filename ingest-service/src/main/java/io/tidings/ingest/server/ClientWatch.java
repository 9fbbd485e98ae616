package io.tidings.ingest.server;

import io.helidon.webserver.CloseConnectionException;
import io.tidings.ingest.http.Request;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sees that a client closes its connection while it waits for a response. A write would not tell: the first one after the
 * close succeeds. The connection is read meanwhile by another thread, so nothing else may read it until {@link #end}.
 */
final class ClientWatch implements Request.Client {
    /** Each connection has a virtual thread of its own, which serves all its requests. */
    private static final ThreadLocal<ClientWatch> OF_THREAD = new ThreadLocal<>();

    private final Runnable awaitBytes;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private @Nullable Thread watching;

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
        return watch == null ? CompletableFuture::new : watch;
    }

    /** A client that sends its next request already is not gone. */
    @Override
    public CompletableFuture<Void> gone() {
        if (watching == null && !gone.isDone()) {
            watching = Thread.startVirtualThread(this::watch);
        }
        return gone;
    }

    private void watch() {
        boolean waits = true;
        while (waits) {
            try {
                awaitBytes.run();
                waits = false;
            } catch (UncheckedIOException e) {
                waits = e.getCause() instanceof SocketTimeoutException || !gone.complete(null);
            } catch (RuntimeException _) { // the next read of the connection's own thread says why
                waits = !gone.complete(null);
            }
        }
    }

    /** Waits for the next bytes, if they are watched for. */
    void end() {
        if (watching == null) {
            return;
        }
        try {
            watching.join();
            watching = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("the server stops", e);
        }
    }
}
