package io.tidings.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.local.cluster.LocalProgram;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What is put into images runs as what was measured. */
class ImagesTest {
    /** The command java, which the script has found, and its words, but for those that only a shell knows. */
    private static final Pattern WORD = Pattern.compile("(?<=\\$)java|(?<= )-\\S+|io\\.tidings\\.\\S+Main");

    /** Words that a script gives to a JVM. */
    private static final Pattern OPTION = Pattern.compile("(?<= )-[X-][-:A-Za-z.=+]\\S*|io\\.tidings\\.[\\w.]+");

    private static final Pattern TOOL = Pattern.compile("(org\\.apache\\.kafka\\.tools|kafka\\.admin)\\.[\\w.]+");
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
    void theLocalImageRunsWithTheOptionsOfTheScript() {
        var own = FLAG.matcher(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/local/pom.xml")))
                .results()
                .map(flag -> flag.group(1))
                .filter(flag -> !flag.startsWith("-Dtidings.data="))
                .toList();
        assertThat(own).isNotEmpty();
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/local/up")))
                .contains(own);
    }

    @Test
    void theLauncherForWindowsRunsEveryScriptsProgramWithItsOptions() {
        var launcher = DeployFolder.text(DeployFolder.ROOT.resolve("deploy/windows/Launch.java"));
        for (var script : List.of(
                "deploy/local/up", "deploy/local/kafka", "deploy/local/grow", "deploy/cli/src/main/dist/tidings")) {
            var text = DeployFolder.text(DeployFolder.ROOT.resolve(script));
            var words = OPTION.matcher(text.substring(text.indexOf("exec ")))
                    .results()
                    .map(word -> word.group())
                    .toList();
            assertThat(words).as(script).hasSizeGreaterThan(3);
            assertThat(launcher).contains(words);
        }
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/local/kafka")))
                .contains(TOOL.matcher(launcher)
                        .results()
                        .map(tool -> tool.group())
                        .toList());
    }

    @Test
    void foldersRunOnWindowsWithTheOptionsOfTheirScripts() {
        var folder = DeployFolder.ROOT.resolve("deploy/cli/src/main/dist");
        var script = DeployFolder.text(folder.resolve("tidings"));
        assertThat(DeployFolder.text(folder.resolve("tidings.cmd")))
                .contains(OPTION.matcher(script.substring(script.indexOf("exec ")))
                        .results()
                        .map(word -> word.group())
                        .toList());
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/dist/start.cmd")))
                .contains("jvm.options", "{{main.class}}");
    }

    @Test
    void everyScriptThatPeopleStartHasOneForWindows() {
        for (var script : List.of("deploy/local/up", "deploy/local/kafka", "deploy/local/grow", "deploy/tidings")) {
            var name = script.substring(script.lastIndexOf('/') + 1);
            assertThat(DeployFolder.text(DeployFolder.ROOT.resolve(script + ".cmd")))
                    .contains("launch.cmd\" " + name + " %*");
        }
    }

    @Test
    void redriveRunsInItsImageAsInItsFolder() {
        var script = DeployFolder.text(DeployFolder.ROOT.resolve("deploy/cli/src/main/dist/tidings"));
        var job = DeployFolder.objects("CronJob").stream()
                .map(object -> object.at("/spec/jobTemplate/spec/template/spec/containers/0/command"))
                .findFirst()
                .orElseThrow();
        var command = StreamSupport.stream(job.spliterator(), false)
                .map(JsonNode::asText)
                .toList();

        assertThat(command)
                .containsSubsequence(WORD.matcher(script.substring(script.indexOf("exec ")))
                        .results()
                        .map(word -> word.group())
                        .filter(word -> !word.equals("-cp")) // the class path of an image is a file
                        .toList());
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
