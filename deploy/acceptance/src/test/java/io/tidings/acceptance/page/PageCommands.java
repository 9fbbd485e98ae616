package io.tidings.acceptance.page;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.ShellScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The commands of a page of the documentation, run as they stand, but on the ports and in the folder of a test. */
record PageCommands(LocalTestCluster machine, Path folder) {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```$");

    /** The blocks that a reader pastes into a shell, in the order of the page. */
    static List<String> of(String page) throws IOException {
        var text = DeployFolder.text(DeployFolder.ROOT.resolve("docs").resolve(page));
        return BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
    }

    /** What the command prints to both of its outputs; it must end with 0. */
    String printedBy(String command) throws IOException, InterruptedException {
        var output = Files.createTempFile(folder, "printed", ".txt");
        var process = shell("set -o pipefail; TOKEN=$(cat '" + token() + "'); " + here(command), output)
                .start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(command)
                .isTrue();
        var printed = Files.readString(output, UTF_8);
        assertThat(process.exitValue()).as(command + printed).isZero();
        assertThat(printed).doesNotContain("TimeoutException", "ERROR");
        return printed;
    }

    /** Starts a command that runs until Ctrl-C. */
    ShellScript start(String command) {
        try {
            var output = Files.createTempFile(folder, "printed", ".txt");
            return new ShellScript(shell("exec " + here(command), output).start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException("starting " + command, e);
        }
    }

    private String here(String command) {
        var kafka = machine.cluster().bootstrapServers();
        return command.replaceAll("(\\./deploy/local/kafka \\S+)", "$1 --bootstrap-server " + kafka)
                .replace("localhost:8080", machine.cluster().http())
                .replace("http://localhost:3000", machine.endpoint().uri("").toString())
                .replace("data/admin.token", token());
    }

    /** The command line finds this machine through the environment. */
    private ProcessBuilder shell(String command, Path output) {
        var builder = new ProcessBuilder("bash", "-c", command)
                .directory(DeployFolder.ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("TIDINGS_URL", machine.cluster().http());
        builder.environment().put("XDG_CONFIG_HOME", folder.toString()); // profiles of the user do not count
        builder.environment().put("TIDINGS_TOKEN", machine.cluster().adminToken());
        return builder;
    }

    private String token() {
        return machine.cluster().options().token().toString();
    }
}
