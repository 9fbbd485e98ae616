package io.tidings.local;

import static io.tidings.local.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The commands of a page of the documentation, run as they stand, but on the ports and in the folder of a test. */
record PageCommands(LocalTestCluster machine, Path folder) {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```$");

    /** The blocks that a reader pastes into a shell, in the order of the page. */
    static List<String> of(String page) throws IOException {
        var text = Files.readString(ROOT.resolve("docs").resolve(page), UTF_8);
        return BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
    }

    /** What the command prints to both of its outputs; it must end with 0. */
    String printedBy(String command) throws IOException, InterruptedException {
        var kafka = machine.cluster().bootstrapServers();
        var token = machine.cluster().options().token().toString();
        var here = command.replaceAll("(\\./deploy/local/kafka \\S+)", "$1 --bootstrap-server " + kafka)
                .replace("./deploy/local/redrive", "./deploy/local/redrive --set bootstrap.servers=" + kafka)
                .replace("localhost:8080", machine.cluster().http())
                .replace("http://localhost:3000", machine.endpoint().uri("").toString())
                .replace("data/admin.token", token);
        var output = Files.createTempFile(folder, "printed", ".txt");
        var process = new ProcessBuilder("bash", "-c", "set -o pipefail; TOKEN=$(cat '" + token + "'); " + here)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(command)
                .isTrue();
        var printed = Files.readString(output, UTF_8);
        assertThat(process.exitValue()).as(command + printed).isZero();
        assertThat(printed).doesNotContain("TimeoutException", "ERROR");
        return printed;
    }
}
