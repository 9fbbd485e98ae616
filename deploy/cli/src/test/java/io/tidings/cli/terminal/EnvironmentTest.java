package io.tidings.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** #31: the profiles of a user were looked for in the folder that the JVM knows, whatever {@code HOME} says. */
class EnvironmentTest {
    @Test
    void theHomeOfTheEnvironmentWins() {
        assertThat(Environment.of(Map.of("HOME", "/home/ann"), "/root").home()).isEqualTo(Path.of("/home/ann"));
    }

    @Test
    void withoutOneTheHomeOfTheJvmCounts() {
        assertThat(Environment.of(Map.of(), "/root").home()).isEqualTo(Path.of("/root"));
        assertThat(Environment.of(Map.of("HOME", ""), "/root").home()).isEqualTo(Path.of("/root"));
    }
}
