package io.tidings.export;

import io.tidings.runtime.Lifecycle;

public final class ExporterMain {
    private ExporterMain() {}

    public static void main(String[] args) {
        Lifecycle.run(() -> ExporterConfig.load(args, System.getenv()), ExporterProgram::start);
    }
}
