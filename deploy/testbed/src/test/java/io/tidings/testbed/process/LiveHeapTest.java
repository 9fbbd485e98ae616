package io.tidings.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.testbed.process.ChildProcess.Command;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveHeapTest {
    private static final int HELD = 40;
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path logs;

    /** Holds so many megabytes, and has dropped as many. */
    static final class Holder {
        public static void main(String[] args) {
            var held = new byte[HELD][MEGABYTE];
            try {
                Arrays.setAll(held, _ -> new byte[MEGABYTE]); // those from before are garbage
                ChildProtocol.announce("ready");
                ChildProtocol.awaitParentsEnd();
            } finally {
                Reference.reachabilityFence(held);
            }
        }
    }

    @Test
    void whatIsHeldCountsAndGarbageDoesNot() {
        var classPath = System.getProperty("java.class.path");
        var holder = Command.java(
                "holder", classPath, List.of("-Xmx256m", "-XX:+UseSerialGC"), Holder.class.getName(), List.of());
        try (var child = ChildProcess.startChild(holder, logs)) {
            child.announcement();
            assertThat(LiveHeap.megabytes(child)).isBetween(HELD * 1.0, HELD * 1.5);
            child.kill();
            assertThatThrownBy(() -> LiveHeap.megabytes(child))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("holder");
        }
    }
}
