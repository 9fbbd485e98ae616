package io.tidings.acceptance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts find a Java 25 wherever Maven's toolchains plugin does. */
class JavaSearchTest {
    @TempDir
    private Path folder;

    @Test
    void aJdkThatMavensListNamesIsFound() throws Exception {
        var jdk = jdk("elsewhere", "25.0.1");
        Files.createDirectories(folder.resolve(".m2"));
        Files.writeString(
                folder.resolve(".m2/toolchains.xml"),
                "<toolchains><toolchain><configuration>\n<jdkHome> %s </jdkHome>\n".formatted(jdk));

        assertThat(found("")).isEqualTo(jdk + "/bin/java");
    }

    @Test
    void aJdkThatAVariableForOneVersionNamesIsFound() throws Exception {
        var jdk = jdk("hosted", "25.0.1");

        assertThat(found("export JAVA_HOME_25_X64='%s';".formatted(jdk))).isEqualTo(jdk + "/bin/java");
    }

    @Test
    void ifThereIsAnOlderJavaOnlyTheLineNamesItAndWhatToDo() throws Exception {
        var old = jdk("old", "17.0.15");

        assertThat(found("java_candidates() { echo '%s'; };".formatted(old)))
                .hasLineCount(1)
                .contains("needs Java 25, found 17.0.15 at " + old, "JAVA_HOME");
    }

    private Path jdk(String name, String version) throws IOException {
        var home = Files.createDirectories(folder.resolve(name));
        var java = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
        return home;
    }

    /** What the search prints: the command, or why there is none. */
    private String found(String before) throws IOException, InterruptedException {
        var search = DeployFolder.ROOT.resolve("deploy/dist/java.sh");
        var script = "set -euo pipefail; source '%s'; %s require_java; echo \"$java\"".formatted(search, before);
        var builder = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA"));
        builder.environment().putAll(Map.of("HOME", folder.toString(), "PATH", System.getenv("PATH")));
        var process = builder.start();
        try (var output = process.getInputStream()) {
            var printed = new String(output.readAllBytes(), UTF_8).strip();
            process.waitFor();
            return printed;
        }
    }
}
