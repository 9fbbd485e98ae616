package io.tidings.topology;

import io.tidings.runtime.Lifecycle;

public final class TopologyMain {
    private TopologyMain() {}

    public static void main(String[] args) {
        Lifecycle.run(() -> TopologyConfig.settings(args, System.getenv()), TopologyProgram::start);
    }
}
