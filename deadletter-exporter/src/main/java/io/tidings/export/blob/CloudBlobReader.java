package io.tidings.export.blob;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.OpenDALException.Code;
import org.jspecify.annotations.Nullable;

/** Containers of a cloud, read with Apache OpenDAL. */
final class CloudBlobReader implements BlobReader {
    private final StorageUri uri;
    private final Duration timeLimit;
    private final CloudContainers containers;

    CloudBlobReader(StorageUri uri, Duration timeLimit) {
        this.uri = uri;
        this.timeLimit = timeLimit;
        containers = new CloudContainers(uri);
    }

    @Override
    public List<String> list(String container, String folder) throws IOException {
        try {
            var entries = await(containers.get(container).list(folder));
            return entries == null
                    ? List.of()
                    : entries.stream()
                            .filter(entry -> entry.getMetadata().isFile())
                            .map(entry -> entry.getPath())
                            .toList();
        } catch (OpenDALException e) {
            throw failure(e);
        }
    }

    @Override
    public byte[] read(String container, String name) throws IOException {
        try {
            var bytes = await(containers.get(container).read(name));
            if (bytes == null) {
                throw new IOException("there is no blob " + name + " in " + uri);
            }
            return bytes;
        } catch (OpenDALException e) {
            throw failure(e);
        }
    }

    /** Returns null if there is nothing at the path. */
    private <T> @Nullable T await(Future<T> response) throws IOException {
        try {
            return response.get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OpenDALException failure) {
                if (failure.getCode() == Code.NotFound) {
                    return null;
                }
                throw failure(failure);
            }
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IOException("no response from " + uri + " within " + timeLimit.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private IOException failure(OpenDALException failure) {
        return new IOException(
                StorageFailure.ofCloud(uri.withoutSecrets(String.valueOf(failure.getMessage()))), failure);
    }

    @Override
    public void close() {
        containers.close();
    }
}
