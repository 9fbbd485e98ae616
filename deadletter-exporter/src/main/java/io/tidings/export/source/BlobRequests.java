package io.tidings.export.source;

import io.tidings.export.blob.BlobReader;
import io.tidings.export.selection.BlobPlace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a job to a storage, one at a time, on a thread of their own: while a storage does not respond, other
 * jobs go on. Confined to the thread of the job.
 */
final class BlobRequests implements AutoCloseable {
    private final BlobReader reader;
    private final String container;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("blob-requests").factory());
    private @Nullable Future<Response> pending;

    sealed interface Response {
        /** @param paths of the blobs */
        record Folder(List<String> paths) implements Response {}

        /** No record, because it would compare its bytes by their identity. */
        final class Content implements Response {
            private final BlobPlace blob;
            private final byte[] bytes;

            private Content(BlobPlace blob, byte[] bytes) {
                this.blob = blob;
                this.bytes = bytes;
            }

            BlobPlace blob() {
                return blob;
            }

            byte[] bytes() {
                return bytes;
            }
        }
    }

    /** @param reader closed with the requests */
    BlobRequests(BlobReader reader, String container) {
        this.reader = reader;
        this.container = container;
    }

    boolean pending() {
        return pending != null;
    }

    void list(String folder) {
        send(() -> new Response.Folder(reader.list(container, folder)));
    }

    void read(BlobPlace blob) {
        send(() -> new Response.Content(blob, reader.read(container, blob.path())));
    }

    private void send(Callable<Response> request) {
        if (pending != null) {
            throw new IllegalStateException("a request is pending");
        }
        pending = thread.submit(request);
    }

    /**
     * Returns the response to the pending request, or empty if it does not come in time or if there is no request.
     *
     * @throws SourceUnavailable if the request failed
     */
    Optional<Response> poll(Duration patience) {
        var request = pending;
        if (request == null) {
            return Optional.empty();
        }
        try {
            var response = request.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            pending = null;
            return Optional.of(response);
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            pending = null;
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SourceUnavailable("the exporter stops", e);
        }
    }

    private static RuntimeException failure(ExecutionException e) {
        return e.getCause() instanceof IOException failure
                ? new SourceUnavailable(
                        "the storage of the dead letters cannot be read: " + failure.getMessage(), failure)
                : new IllegalStateException("a request to the storage failed", e.getCause());
    }

    /** Leaves the reader open until the pending request has ended. */
    @Override
    public void close() {
        thread.execute(reader::close);
        thread.shutdown();
    }
}
