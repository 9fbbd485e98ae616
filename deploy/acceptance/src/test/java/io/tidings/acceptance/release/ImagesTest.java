package io.tidings.acceptance.release;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.local.cluster.LocalProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What is put into images runs as what was measured. */
class ImagesTest {
    private static final Path LAUNCHER = DeployFolder.ROOT.resolve("deploy/cli/src/main/dist/tidings");

    /** What a launcher gives to a JVM. */
    private static final Pattern OPTION = Pattern.compile("(?<=[ \"=])(-[XD]|--[a-z])[^\\s\"]+|io\\.tidings\\.[\\w.]+");

    private static final Pattern FLAG = Pattern.compile("<jvmFlag>(.*?)</jvmFlag>");

    @Test
    void imagesRunWithTheOptionsOfTheFoldersButForTheHeap() {
        var shipped = DeployFolder.text(DeployFolder.ROOT.resolve("deploy/dist/jvm.options"))
                .lines()
                .filter(line -> line.startsWith("-") && !line.startsWith("-Xmx"))
                .toList();

        assertThat(FLAG.matcher(DeployFolder.text(DeployFolder.ROOT.resolve("pom.xml")))
                        .results()
                        .map(flag -> flag.group(1))
                        .filter(flag -> !flag.matches("-XX:(MaxRAMPercentage|AOTCache)=.*")))
                .containsExactlyElementsOf(shipped);
    }

    @Test
    void theLocalImageRunsWithTheOptionsOfTheLauncher() {
        var own = FLAG.matcher(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/local/pom.xml")))
                .results()
                .map(flag -> flag.group(1))
                .toList();
        assertThat(own).isNotEmpty();
        assertThat(DeployFolder.text(LAUNCHER)).contains(own);
    }

    @Test
    void bothLaunchersRunTheSameProgramWithTheSameOptions() {
        assertThat(options(LAUNCHER))
                .contains("-Xmx1g", "-Xmx256m", "io.tidings.cli.CliMain")
                .filteredOn(option -> !option.matches("-XX:AOT.*|.*Rehearsal"))
                .containsExactlyInAnyOrderElementsOf(options(LAUNCHER.resolveSibling("tidings.cmd")));
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/dist/start.cmd")))
                .contains("jvm.options", "{{main.class}}");
    }

    @Test
    void bothLaunchersOfTheRepositoryTakeTheSameCommandsFromTheFolderWithKafka() {
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/tidings")))
                .contains("    up) ", "    kafka | grow | completion | -h | --help | '') ");
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/tidings.cmd")))
                .contains("in (up kafka grow completion -h --help \"\")");
    }

    @Test
    void redriveRunsInItsImageWithTheOptionsOfTheLauncher() {
        var job = DeployFolder.objects("CronJob").stream()
                .map(object -> object.at("/spec/jobTemplate/spec/template/spec/containers/0/command"))
                .findFirst()
                .orElseThrow();
        var words = StreamSupport.stream(job.spliterator(), false)
                .map(JsonNode::asText)
                .filter(word -> word.startsWith("-X") || word.startsWith("io.tidings."))
                .toList();

        assertThat(words).hasSize(5);
        assertThat(options(LAUNCHER)).containsAll(words);
    }

    private static Set<String> options(Path launcher) {
        return OPTION.matcher(DeployFolder.text(launcher))
                .results()
                .map(MatchResult::group)
                .collect(toSet());
    }

    @Test
    void imagesNameThePortsOfTheirPrograms() {
        for (var service : LocalProgram.all()) {
            var module = service.name().equals("topology") ? "retry-topology" : service.name();
            var port = service.definitions().defaultValues().get("admin.port");

            assertThat(DeployFolder.text(DeployFolder.ROOT.resolve(module).resolve("pom.xml")))
                    .containsPattern("<jib.container.ports>(\\d+,)*" + port + "(,\\d+)*</jib.container.ports>");
        }
    }

    @Test
    void imagesNameThePortsThatKubernetesReaches() {
        for (var kind : List.of("Deployment", "StatefulSet")) {
            for (var workload : DeployFolder.objects(kind)) {
                var container = workload.at("/spec/template/spec/containers/0");
                var module = container
                        .path("image")
                        .asText()
                        .replace("tidings/cli", "deploy/cli")
                        .replace("tidings/", "");
                for (var port : container.path("ports")) { // patches have none
                    assertThat(DeployFolder.text(
                                    DeployFolder.ROOT.resolve(module).resolve("pom.xml")))
                            .containsPattern("<jib.container.ports>(\\d+,)*"
                                    + port.path("containerPort").asInt() + "(,\\d+)*</jib.container.ports>");
                }
            }
        }
    }

    @Test
    void everyServiceHasAnImageInEveryDeployment() {
        var compose = DeployFolder.documents(DeployFolder.COMPOSE).getFirst().path("services");
        for (var module : List.of("ingest-service", "retry-topology", "delivery-worker", "deadletter-exporter")) {
            assertThat(compose.toString()).contains("\"image\":\"tidings/" + module + ":");
            assertThat(DeployFolder.manifests().toString()).contains("\"image\":\"tidings/" + module + '"');
        }
    }
}
