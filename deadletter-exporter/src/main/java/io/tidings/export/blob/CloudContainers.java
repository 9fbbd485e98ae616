package io.tidings.export.blob;

import java.util.HashMap;
import java.util.Map;
import org.apache.opendal.AsyncExecutor;
import org.apache.opendal.AsyncOperator;
import org.jspecify.annotations.Nullable;

/**
 * The containers of a cloud that were used, with the thread for their requests. That thread ends before they are closed:
 * a request that goes on in a closed container uses freed memory. Containers can be used again after {@link #close}.
 */
final class CloudContainers implements AutoCloseable {
    private final StorageUri uri;
    private final Map<String, AsyncOperator> opened = new HashMap<>();
    private @Nullable AsyncExecutor executor;

    CloudContainers(StorageUri uri) {
        this.uri = uri;
    }

    AsyncOperator get(String container) {
        var running = executor;
        if (running == null) {
            running = AsyncExecutor.createTokioExecutor(1);
            executor = running;
        }
        var thread = running;
        return opened.computeIfAbsent(
                container, _ -> AsyncOperator.of(uri.cloud().service(), uri.configuration(container), thread));
    }

    /** Ends the running requests and their connections: a request that hangs would never end. */
    @Override
    public void close() {
        if (executor != null) {
            executor.close();
            executor = null;
        }
        opened.values().forEach(AsyncOperator::close);
        opened.clear();
    }
}
