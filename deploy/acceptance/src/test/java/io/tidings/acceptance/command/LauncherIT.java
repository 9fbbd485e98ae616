package io.tidings.acceptance.command;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.ShellScript;
import io.tidings.testbed.FreePort;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One command runs what goes over HTTP, local mode, Kafka's tools and growth. */
class LauncherIT {
    @TempDir
    private Path folder;

    @Test
    void itTellsAllItsCommands() throws Exception {
        assertThat(printed("--help"))
                .startsWith("exit 0")
                .contains("Usage: tidings ", "  up ", "  kafka ", "  grow ", "  topic ", "  completion ");
    }

    @Test
    void whatGoesOverHttpRunsWithoutKafka() throws Exception {
        assertThat(printed("topic", "--help")).startsWith("exit 0").contains("Usage: tidings topic ");
        assertThat(printed("-o", "json", "up"))
                .as("a folder without Kafka")
                .startsWith("exit 2")
                .contains("up");
    }

    @Test
    void localModeRuns() throws Exception {
        assertThat(printed("up", "--help")).startsWith("exit 0").contains("Usage: tidings up ", "--listen");
        assertThat(printed("up", "--set", "no.such.thing=1"))
                .startsWith("exit 2")
                .contains("no.such.thing: there is no such setting");
    }

    @Test
    void kafkasToolsGetTheirArgumentsAsTheyAre() throws Exception {
        assertThat(printed("kafka", "topics", "--version")).startsWith("exit 0").contains("4.");
        assertThat(printed("kafka", "topics", "--help")).contains("--bootstrap-server <String");
        assertThat(printed("kafka", "nonsense"))
                .startsWith("exit 2")
                .contains("console-consumer", "consumer-groups", "get-offsets");
    }

    @Test
    void aKafkaThatDoesNotListenIsNamedWithTheOptionThatChoosesAnother() throws Exception {
        var nobody = "localhost:" + FreePort.next();
        assertThat(printed("kafka", "topics", "--list", "--bootstrap-server", nobody + ",localhost:1"))
                .startsWith("exit 3")
                .contains("No Kafka listens on " + nobody, "--bootstrap-server");
        assertThat(printed("grow", "--to", "8", "--set", "bootstrap.servers=" + nobody))
                .startsWith("exit 3")
                .contains("No Kafka listens on " + nobody, "--set bootstrap.servers=");
    }

    @Test
    void partitionsAreAddedToABrokerThatASettingOrAFileNames() throws Exception {
        assertThat(printed("grow", "--help")).startsWith("exit 0").contains("Usage: tidings grow ");
        assertThat(printed("grow", "--to", "0")).startsWith("exit 2").contains("--to is from 1 to 1000");
        assertThat(printed("grow", folder.resolve("missing.properties").toString(), "--to", "8"))
                .startsWith("exit 2")
                .contains("there is no settings file");
    }

    private String printed(String... arguments) throws InterruptedException {
        try (var script = ShellScript.run(folder.resolve("printed.txt"), "tidings", List.of(arguments))) {
            return "exit %d%n%s".formatted(script.exit(PATIENCE), script.printed());
        }
    }
}
