package io.tidings.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a process ends, seen from outside. */
class LifecycleTest {
    @Test
    void anErrorInStartEndsTheProcess() throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broken.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isOne();
        } finally {
            process.destroyForcibly();
        }
    }

    /** A program whose class path lacks something. */
    static final class Broken {
        private Broken() {}

        public static void main(String[] args) {
            var values = Map.of("bootstrap.servers", "127.0.0.1:1", "admin.port", "0");
            Lifecycle.run(() -> Settings.of(CommonSettings.definitions(0), List.of(), values), (_, _) -> {
                throw new NoClassDefFoundError("missing");
            });
        }
    }
}
