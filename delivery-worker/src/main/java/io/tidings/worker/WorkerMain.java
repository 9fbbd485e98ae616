package io.tidings.worker;

import io.tidings.runtime.Lifecycle;

public final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] args) {
        Lifecycle.run(() -> WorkerConfig.load(args, System.getenv()), WorkerProgram::start);
    }
}
