package io.tidings.ingest;

import io.tidings.runtime.Lifecycle;

public final class IngestMain {
    private IngestMain() {}

    public static void main(String[] args) {
        Lifecycle.run(() -> IngestConfig.load(args, System.getenv()), IngestProgram::start);
    }
}
