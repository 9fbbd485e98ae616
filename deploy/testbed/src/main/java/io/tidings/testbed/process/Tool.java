package io.tidings.testbed.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Short commands of the operating system and of the JDK. */
public final class Tool {
    private Tool() {}

    /** The path of a tool of the JDK that runs this program. */
    public static String ofJdk(String name) {
        var file = System.getProperty("os.name").startsWith("Windows") ? name + ".exe" : name;
        return Path.of(System.getProperty("java.home"), "bin", file).toString();
    }

    /** @throws IOException when the command cannot be run or fails, with what it printed */
    public static void run(String... command) throws IOException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            var printed = output.readAllAsString().strip();
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("%s ended with %d: %s".formatted(command[0], status, printed));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command[0] + " ran", e);
        }
    }
}
