package io.tidings.acceptance.deployment;

import static io.tidings.acceptance.installation.DeployFolder.documents;
import static io.tidings.acceptance.installation.DeployFolder.objects;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.security.AccessTable;
import io.tidings.contract.Topics;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Variables, ports and topics of the manifests are those of the programs. */
class DeployedSettingsTest {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    /** Read by the log, not among the settings. */
    private static final Set<String> OF_LOGGING = Set.of("TIDINGS_LOG_FORMAT", "TIDINGS_LOG_LEVEL");

    private static final Pattern RUNBOOK =
            Pattern.compile("\\{\\{ or \\$externalLabels\\.runbooks \"docs\" }}/(\\S+\\.md)#(\\S+)");

    @Test
    void everyVariableOfKubernetesIsASetting() {
        var shared = DeployFolder.settingsFile(true);
        for (var service : LocalProgram.all()) {
            var own = new TreeMap<String, String>();
            workloads(service.name())
                    .forEach(workload -> StreamSupport.stream(
                                    workload.at("/spec/template/spec/containers/0/env")
                                            .spliterator(),
                                    false)
                            .filter(variable -> !variable.at("/valueFrom").has("configMapKeyRef")) // of settings.env
                            .forEach(variable -> own.put(
                                    variable.path("name").asText(),
                                    variable.path("value").asText("a-secret-of-more-than-20-characters"))));
            assertThat(own).isNotEmpty();
            assertKnown(service, own);
            var all = new TreeMap<>(shared);
            all.putAll(own);
            assertThat(Settings.load(service.definitions(), service.prefixes(), new String[0], all))
                    .isNotNull();
        }
        assertThat(shared.keySet())
                .allMatch(variable -> OF_LOGGING.contains(variable)
                        || LocalProgram.all().stream().anyMatch(service -> knows(service, variable)));
    }

    @Test
    void whoInspectsOnlyReadsAndNotWhatMayHoldSecrets() {
        var inspector = objects("KafkaUser").stream()
                .filter(user -> user.at("/metadata/name").asText().equals("tidings-inspector"))
                .findFirst()
                .orElseThrow();
        var rights = rights(inspector);
        assertThat(rights).allMatch(right -> right.matches(".* (READ|DESCRIBE|DESCRIBE_CONFIGS)"));
        assertThat(rights)
                .filteredOn(right -> right.endsWith("READ"))
                .noneMatch(right -> right.startsWith(TOPICS.topics())
                        || right.startsWith(TOPICS.subscriptions())
                        || right.startsWith(Topics.DEFAULT_PREFIX + " "));
    }

    @Test
    void everyLoginIsCopiedToThePrograms() {
        var page = DeployFolder.text(DeployFolder.ROOT.resolve("docs/operating.md"));
        var copied = List.of(page.replaceFirst("(?s).*for secret in tidings-\\{(.*?)} kafka-cluster-ca-cert;.*", "$1")
                .split(",", -1));
        assertThat(objects("KafkaUser"))
                .extracting(user -> user.at("/metadata/name").asText())
                .filteredOn(name -> !name.equals("tidings-inspector")) // for people, outside of the cluster
                .containsExactlyInAnyOrderElementsOf(
                        copied.stream().map(name -> "tidings-" + name).toList());
    }

    @Test
    void everyVariableOfComposeIsASetting() {
        for (var service : LocalProgram.all()) {
            for (var profile : List.of("", "tracing")) {
                var shell = Map.of("PUBLIC_URL", "http://localhost:8080", "COMPOSE_PROFILES", profile);
                var environment = DeployFolder.composed(service.name(), shell);
                assertThat(environment).containsKey("TIDINGS_BOOTSTRAP_SERVERS");
                assertKnown(service, environment);
                assertThat(Settings.load(service.definitions(), service.prefixes(), new String[0], environment))
                        .isNotNull();
            }
        }
    }

    @Test
    void portsAreThoseOfThePrograms() {
        var prometheus = documents(DeployFolder.COMPOSE.resolveSibling("prometheus.yaml"))
                .getFirst()
                .findPath("targets")
                .toString();
        for (var service : LocalProgram.all()) {
            var port = service.definitions().defaultValues().get("admin.port");
            assertThat(prometheus).contains('"' + service.name() + ":" + port + '"');
            assertThat(containerPort(service.name(), "admin")).isEqualTo(port);
        }
        assertThat(containerPort("ingest-service", "http")).isEqualTo(8080);
    }

    @Test
    void topicsAreThoseOfThePrograms() {
        assertThat(objects("KafkaTopic"))
                .extracting(topic -> topic.at("/metadata/name").asText())
                .containsExactlyInAnyOrderElementsOf(topics());
        assertThat(objects("ScaledObject").getFirst().findPath("topic").asText())
                .isEqualTo(TOPICS.deliveries());
    }

    @Test
    void rightsAreForTopicsThatExist() {
        for (var user : objects("KafkaUser")) {
            for (var acl : user.at("/spec/authorization/acls")) {
                var resource = acl.path("resource");
                var name = resource.path("name").asText();
                if (resource.path("type").asText().equals("topic")) {
                    assertThat(Stream.concat(
                                    topics().stream(),
                                    Stream.of(TOPICS.events() + ".orders", "tidings.timeline-by-event-repartition")))
                            .as("%s: %s", user.at("/metadata/name").asText(), resource)
                            .anyMatch(
                                    resource.path("patternType").asText().equals("prefix")
                                            ? topic -> topic.startsWith(name)
                                            : name::equals);
                }
            }
        }
    }

    @Test
    void rightsAreThoseThatTheSecurityPageTells() throws IOException {
        var programs = Map.of(
                "tidings-ingest", "ingest-service",
                "tidings-topology", "topology",
                "tidings-worker", "delivery-worker",
                "tidings-exporter", "deadletter-exporter");
        assertThat(objects("KafkaUser"))
                .extracting(user -> user.at("/metadata/name").asText())
                .containsAll(programs.keySet());
        for (var user : objects("KafkaUser")) {
            var program = programs.get(user.at("/metadata/name").asText());
            if (program != null) {
                assertThat(rights(user))
                        .as(program)
                        .isEqualTo(AccessTable.read().bindings(List.copyOf(programs.values())).stream()
                                .filter(binding -> binding.entry().principal().equals("User:" + program))
                                .map(binding -> binding.pattern().name() + " "
                                        + binding.pattern().patternType() + " "
                                        + binding.entry().operation())
                                .collect(toCollection(TreeSet::new)));
            }
        }
    }

    private static Set<String> rights(JsonNode user) {
        var rights = new TreeSet<String>();
        for (var acl : user.at("/spec/authorization/acls")) {
            var resource = acl.path("resource");
            var pattern = resource.path("patternType").asText().equals("prefix") ? "PREFIXED" : "LITERAL";
            acl.path("operations")
                    .forEach(operation -> rights.add(resource.path("name").asText() + " " + pattern + " "
                            + operation
                                    .asText()
                                    .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                                    .toUpperCase(Locale.ROOT)));
        }
        return rights;
    }

    @Test
    void everyAlertSaysWhereToReadOn() {
        var links = documents(DeployFolder.ALERTS).getFirst().findValuesAsText("runbook_url");
        assertThat(links)
                .hasSameSizeAs(documents(DeployFolder.ALERTS).getFirst().findValuesAsText("alert"))
                .allSatisfy(link -> {
                    var match = RUNBOOK.matcher(link);
                    assertThat(match.matches()).isTrue();
                    assertThat(anchors(DeployFolder.ROOT.resolve("docs").resolve(match.group(1))))
                            .contains(match.group(2));
                });
    }

    private static List<String> anchors(Path page) {
        return DeployFolder.text(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static List<String> topics() {
        var topics = new ArrayList<>(TOPICS.ladder());
        topics.addAll(List.of(
                TOPICS.events(),
                TOPICS.deadLetters(),
                TOPICS.attempts(),
                TOPICS.exports(),
                TOPICS.stats(),
                TOPICS.jobs(),
                TOPICS.rejected(),
                TOPICS.audit(),
                TOPICS.topics(),
                TOPICS.subscriptions(),
                TOPICS.probation(),
                TOPICS.waiting(),
                TOPICS.waitingIndex(),
                TOPICS.counts(),
                TOPICS.starts(),
                TOPICS.deduplication(),
                TOPICS.conditions()));
        return topics;
    }

    private static Stream<JsonNode> workloads(String name) {
        return Stream.of("StatefulSet", "Deployment")
                .flatMap(kind -> objects(kind).stream())
                .filter(object -> object.at("/metadata/name").asText().equals(name));
    }

    private static int containerPort(String service, String name) {
        return workloads(service)
                .flatMap(workload -> StreamSupport.stream(
                        workload.at("/spec/template/spec/containers/0/ports").spliterator(), false))
                .filter(port -> port.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .path("containerPort")
                .intValue();
    }

    private static void assertKnown(LocalProgram service, Map<String, String> variables) {
        assertThat(variables.keySet())
                .as(service.name())
                .allMatch(variable -> OF_LOGGING.contains(variable) || knows(service, variable));
    }

    private static boolean knows(LocalProgram service, String variable) {
        var names = service.definitions().names().stream()
                .map(name -> "TIDINGS_"
                        + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'))
                .collect(toSet());
        return names.contains(variable)
                || service.prefixes().stream()
                        .anyMatch(prefix -> variable.startsWith(
                                "TIDINGS_" + prefix.toUpperCase(Locale.ROOT).replace('.', '_')));
    }
}
