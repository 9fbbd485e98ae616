package io.tidings.export.blob;

import io.tidings.export.blob.BlobStore.Result.ContainerMissing;
import io.tidings.export.blob.BlobStore.Result.Rejected;
import io.tidings.export.blob.BlobStore.Result.Unavailable;
import io.tidings.export.blob.BlobStore.Result.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.OpenDALException.Code;
import org.apache.opendal.WriteOptions;

/** Containers of a cloud, written with Apache OpenDAL. The caller retries. */
final class CloudBlobStore implements BlobStore {
    private static final WriteOptions JSON =
            WriteOptions.builder().contentType("application/json").build();
    private static final String SOURCE = "\nSource:\n";

    private final StorageUri uri;
    private final Duration timeLimit;
    private final CloudContainers containers;
    private volatile boolean reachable = true;

    CloudBlobStore(StorageUri uri, Duration timeLimit) {
        this.uri = uri;
        this.timeLimit = timeLimit;
        containers = new CloudContainers(uri);
    }

    /** @throws IllegalArgumentException if OpenDAL cannot be used, or not with these options */
    void check() {
        try {
            containers.get("tidings");
        } catch (OpenDALException e) {
            throw new IllegalArgumentException(explain(e), e);
        } catch (LinkageError | IllegalStateException e) {
            throw new IllegalArgumentException(
                    "the native library of Apache OpenDAL cannot be used on this machine: add"
                            + " org.apache.opendal:opendal for its platform to the class path (" + e + ")",
                    e);
        } finally {
            containers.close();
        }
    }

    @Override
    public Result write(String container, String name, byte[] bytes) {
        var result = tryToWrite(container, name, bytes);
        reachable = result instanceof Written || result instanceof ContainerMissing;
        return result;
    }

    private Result tryToWrite(String container, String name, byte[] bytes) {
        try {
            return await(containers.get(container).write(name, bytes, JSON));
        } catch (OpenDALException e) {
            return meaning(e);
        }
    }

    private Result await(Future<?> written) {
        try {
            written.get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
            return new Written();
        } catch (ExecutionException e) {
            return e.getCause() instanceof OpenDALException failure
                    ? meaning(failure)
                    : new Unavailable(String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            containers.close();
            return new Unavailable("no response from " + this + " within " + timeLimit.toMillis() + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Unavailable("interrupted");
        }
    }

    private Result meaning(OpenDALException failure) {
        var text = String.valueOf(failure.getMessage());
        if (text.contains(uri.cloud().missing())) {
            return new ContainerMissing();
        }
        boolean temporary = failure.getCode() == Code.RateLimited || text.contains("(temporary)");
        return temporary ? new Unavailable(explain(failure)) : new Rejected(explain(failure));
    }

    /** Joins the first line and the cause; the text between them holds whole requests and responses. */
    private String explain(OpenDALException failure) {
        var text = String.valueOf(failure.getMessage());
        int source = text.indexOf(SOURCE);
        var first = text.lines().findFirst().orElse("");
        var cause = source < 0
                ? ""
                : text.substring(source + SOURCE.length()).lines().findFirst().orElse("");
        return StorageFailure.ofCloud(uri.withoutSecrets(cause.isBlank() ? first : first + ": " + cause.strip()));
    }

    @Override
    public boolean reachable() {
        return reachable;
    }

    @Override
    public String location() {
        return toString();
    }

    @Override
    public String url(String container, String name) {
        return uri.url(container, name);
    }

    /** A cloud shows no blob before it is complete. */
    @Override
    public void sweep(Instant now) {}

    @Override
    public void close() {
        containers.close();
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
