package io.tidings.ingest;

import io.tidings.runtime.Lifecycle;

/** The ingest service as a process. */
public final class IngestMain {
    private IngestMain() {}

    public static void main(String[] args) {
        Lifecycle.run(() -> IngestConfig.load(args, System.getenv()), IngestProgram::start);
    }
}
