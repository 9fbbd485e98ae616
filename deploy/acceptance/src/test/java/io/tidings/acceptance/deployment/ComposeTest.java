package io.tidings.acceptance.deployment;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.local.cluster.LocalProgram;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** As far as it can be said without Docker, Compose takes the file, and what it names exists. */
class ComposeTest {
    /** Of the Compose specification, those that may stand in a service here; a typing error is none of them. */
    private static final Set<String> KNOWN = Set.of(
            "cap_drop",
            "command",
            "depends_on",
            "entrypoint",
            "environment",
            "healthcheck",
            "image",
            "mem_limit",
            "ports",
            "profiles",
            "read_only",
            "restart",
            "security_opt",
            "stop_grace_period",
            "tmpfs",
            "user",
            "volumes");

    /** {@code ${NAME}}, {@code ${NAME:-default}}, {@code ${NAME:?what to do}} or {@code ${NAME:+if it is set}}. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[A-Z_]+(:[-?+][^}]*)?}");

    private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:(\\d+|\\$\\{[A-Z_]+:-\\d+}):\\d+");
    private static final int OTLP_OVER_HTTP = 4318;
    private static final JsonNode FILE =
            DeployFolder.documents(DeployFolder.COMPOSE).getFirst();

    @Test
    void everyServiceHasOnlyFieldsThatComposeKnows() {
        assertThat(FILE.path("services").size()).isEqualTo(11);
        for (var service : FILE.path("services").properties()) {
            assertThat(names(service.getValue()))
                    .as(service.getKey())
                    .isSubsetOf(KNOWN)
                    .contains("image");
        }
        assertThat(names(FILE).stream().filter(name -> !name.startsWith("x-")))
                .containsExactlyInAnyOrder("name", "networks", "services", "volumes");
    }

    @Test
    void grafanaHasNoAdminWithAKnownPassword() {
        assertThat(FILE.at("/services/grafana/environment/GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION")
                        .asText())
                .isEqualTo("true");
    }

    /** So that {@code docker run --network tidings} reaches the services, as the page says. */
    @Test
    void theNetworkHasANameThatOtherContainersCanJoin() {
        assertThat(FILE.at("/networks/default/name").asText()).isEqualTo("tidings");
    }

    @Test
    void whatServicesDependOnIsThereAndSaysWhenItIsHealthy() {
        for (var service : FILE.path("services")) {
            var others = service.path("depends_on");
            texts(others)
                    .forEach(other ->
                            assertThat(FILE.at("/services/" + other).isObject()).isTrue());
            for (var other : others.properties()) {
                assertThat(other.getValue().path("condition").asText()).isEqualTo("service_healthy");
                assertThat(FILE.at("/services/" + other.getKey() + "/healthcheck/test")
                                .isArray())
                        .isTrue();
            }
        }
    }

    @Test
    void whatIsMountedExistsAndWhatIsDeclaredIsMounted() {
        var mounted = new HashSet<String>();
        for (var service : FILE.path("services")) {
            for (var volume : texts(service.path("volumes"))) {
                var source = volume.split(":", 2)[0];
                if (source.startsWith(".")) {
                    assertThat(Files.isRegularFile(DeployFolder.COMPOSE.resolveSibling(source)))
                            .as(volume)
                            .isTrue();
                } else {
                    mounted.add(source);
                }
            }
        }
        assertThat(mounted).isEqualTo(names(FILE.path("volumes")));
    }

    @Test
    void portsAreOpenedOnLoopbackOnlyAndEachOnce() {
        var ports = FILE.path("services").findValues("ports").stream()
                .flatMap(each -> texts(each).stream())
                .toList();
        assertThat(ports)
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allMatch(port -> PORT.matcher(port).matches());
    }

    @Test
    void everyVariableIsOneThatComposeReplaces() {
        DeployFolder.text(DeployFolder.COMPOSE)
                .lines()
                .forEach(line ->
                        assertThat(VARIABLE.matcher(line).replaceAll("")).doesNotContain("${"));
    }

    @Test
    void everyServiceThatLastsIsStartedAgainAndSaysHowItIs() {
        for (var service : FILE.path("services").properties()) {
            boolean once = service.getKey().equals("dead-letters");
            assertThat(service.getValue().path("restart").asText())
                    .as(service.getKey())
                    .isEqualTo(once ? "on-failure" : "unless-stopped");
        }
        for (var program : LocalProgram.all()) {
            assertThat(FILE.at("/services/" + program.name() + "/healthcheck/test")
                            .toString())
                    .contains("/" + program.definitions().defaultValues().get("admin.port") + " ", "/health/ready");
        }
    }

    @Test
    void whatPeopleHaveToChooseHasNoPlaceholder() {
        assertThat(FILE.at("/services/ingest-service/environment/TIDINGS_PUBLIC_URL")
                        .asText())
                .startsWith("${PUBLIC_URL:?");
    }

    @Test
    void everyProgramRunsWithoutRightsAndWritesToTmpOnly() {
        for (var program : LocalProgram.all()) {
            var service = FILE.at("/services/" + program.name());
            assertThat(service.path("read_only").booleanValue()).isTrue();
            assertThat(service.path("user").asText()).isEqualTo("10001:10001");
            assertThat(texts(service.path("cap_drop"))).containsExactly("ALL");
            assertThat(texts(service.path("tmpfs"))).anyMatch(each -> each.startsWith("/tmp:exec"));
            assertThat(service.has("mem_limit")).isTrue();
        }
    }

    @Test
    void theProfileOfTracingStartsTheCollectorThatEveryProgramIsThenGiven() {
        var inProfile = FILE.path("services").properties().stream()
                .filter(service ->
                        service.getValue().path("profiles").toString().contains("tracing"))
                .toList();
        assertThat(inProfile).singleElement().satisfies(collector -> {
            assertThat(texts(collector.getValue().path("profiles"))).containsExactly("tracing");
            assertThat(collector.getValue().path("image").asText()).matches("jaegertracing/jaeger:\\d+\\.\\d+\\.\\d+");
        });
        for (var program : LocalProgram.all()) {
            assertThat(DeployFolder.composed(program.name(), Map.of())).containsEntry("TIDINGS_TRACING_ENDPOINT", "");
            var endpoint = URI.create(DeployFolder.composed(program.name(), Map.of("COMPOSE_PROFILES", "tracing"))
                    .get("TIDINGS_TRACING_ENDPOINT"));
            assertThat(endpoint.getHost()).isEqualTo(inProfile.getFirst().getKey());
            assertThat(endpoint.getPort()).isEqualTo(OTLP_OVER_HTTP);
            assertThat(endpoint.getPath()).isEqualTo("/v1/traces");
        }
    }

    @Test
    void thePageAboutTracingStartsThatProfileAndLooksWhereTheCollectorShowsWhatItGot() {
        var page = DeployFolder.text(DeployFolder.ROOT.resolve("docs/tracing.md"));
        assertThat(page).contains("COMPOSE_PROFILES=tracing docker compose", "localhost:16686");
        assertThat(texts(FILE.at("/services/jaeger/ports"))).containsExactly("127.0.0.1:16686:16686");
    }

    @Test
    void bothProgramsThatKnowSecretsHaveTheSameKey() {
        var keys = List.of("ingest-service", "delivery-worker").stream()
                .map(name -> FILE.at("/services/" + name + "/environment/TIDINGS_SECRETS_KEY")
                        .asText())
                .collect(toSet());
        assertThat(keys).hasSize(1).doesNotContain("");
    }

    private static Set<String> names(JsonNode object) {
        var names = new HashSet<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        return array.isArray()
                ? StreamSupport.stream(array.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList()
                : List.of();
    }
}
