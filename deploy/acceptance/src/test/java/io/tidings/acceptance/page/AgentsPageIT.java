package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.FreePort;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the page for agents, one after the other. */
class AgentsPageIT {
    private static final String UP = "./deploy/local/up --set tokens.file=data/tokens --set mcp.port=8444"
            + " --set mcp.url=https://localhost:8444/mcp\n";

    @TempDir
    private Path folder;

    @Test
    void anAgentIsTriedOut() throws Exception {
        var commands = PageCommands.of("agents.md");
        assertThat(commands).hasSize(3);
        var token = commands.getFirst();
        assertThat(token).endsWith(UP);
        var port = Integer.toString(FreePort.next());
        // The token is in its file before the programs start, as on the page.
        try (var machine = LocalTestCluster.start(folder.resolve("data"), settings(token, port))) {
            var printed = new PageCommands(machine, folder).printedBy(here(commands.get(1), port));
            assertThat(printed)
                    .contains("\"name\":\"orders.Order.Placed\"", "\"A customer has ordered\"")
                    .containsPattern("\"events\":\\[],\"cursor\":\"[^\"]+\"");
        }
        assertThat(commands.getLast()).contains("mcp.cursor.secret=");
    }

    private Map<String, String> settings(String token, String port) throws Exception {
        var made = new ProcessBuilder("bash", "-c", "set -e; " + here(token.replace(UP, ""), port)).inheritIO();
        assertThat(made.start().waitFor()).isZero();
        return Map.of(
                "tokens.file",
                folder.resolve("data/tokens").toString(),
                "mcp.port",
                port,
                "mcp.url",
                "https://localhost:" + port + "/mcp");
    }

    private String here(String command, String port) {
        var data = folder.resolve("data");
        return command.replace("mkdir -p data", "mkdir -p " + data)
                .replace("data/", data + "/")
                .replace("8444", port);
    }
}
