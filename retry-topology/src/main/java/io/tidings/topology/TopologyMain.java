package io.tidings.topology;

import io.tidings.runtime.Lifecycle;

/** Starts the matching program in a process of its own. */
public final class TopologyMain {
    private TopologyMain() {}

    public static void main(String[] args) {
        Lifecycle.run(() -> TopologyConfig.settings(args, System.getenv()), TopologyProgram::start);
    }
}
