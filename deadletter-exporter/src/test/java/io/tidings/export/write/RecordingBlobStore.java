package io.tidings.export.write;

import io.tidings.export.blob.BlobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Records the requested containers, and returns a scripted result. */
final class RecordingBlobStore implements BlobStore {
    final List<String> tried = new ArrayList<>();
    Result answer = new Result.Written();
    Duration takes = Duration.ZERO;
    private final Consumer<Duration> clock;

    /** @param clock moved by what a request takes */
    RecordingBlobStore(Consumer<Duration> clock) {
        this.clock = clock;
    }

    @Override
    public Result write(String container, String name, byte[] bytes) {
        tried.add(container);
        clock.accept(takes);
        return answer;
    }

    @Override
    public boolean reachable() {
        return true;
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public String url(String container, String name) {
        return "memory://" + container + "/" + name;
    }

    @Override
    public void sweep(Instant now) {}

    @Override
    public void close() {}
}
