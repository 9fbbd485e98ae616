package io.tidings.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import io.tidings.testbed.process.ChildProtocol;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreePortTest {
    /** More than a block has. */
    private static final int PORTS = 150;

    @TempDir
    Path folder;

    @Test
    void noPortIsGivenTwiceNorToTwoJvmsAtTheSameTime() {
        var command = Command.java(
                "other", System.getProperty("java.class.path"), List.of(), Other.class.getName(), List.of());
        try (var other = ChildProcess.startChild(command, folder)) {
            var mine = ports();
            var given = Arrays.stream(other.announcement().split(" ", -1))
                    .map(Integer::valueOf)
                    .toList();
            assertThat(mine).doesNotHaveDuplicates().hasSize(PORTS).doesNotContainAnyElementsOf(given);
            assertThat(given).doesNotHaveDuplicates().hasSize(PORTS);
        }
    }

    private static List<Integer> ports() {
        return IntStream.range(0, PORTS).mapToObj(_ -> FreePort.next()).toList();
    }

    /** Another JVM. */
    static final class Other {
        private Other() {}

        public static void main(String[] args) {
            ChildProtocol.announce(ports().stream().map(String::valueOf).collect(Collectors.joining(" ")));
            ChildProtocol.awaitParentsEnd();
        }
    }
}
