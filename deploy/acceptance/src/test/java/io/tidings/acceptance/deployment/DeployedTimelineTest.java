package io.tidings.acceptance.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** In containers, ingest and the topologies reach the timeline with the same secret, and nobody else reaches it. */
class DeployedTimelineTest {
    private static final String INGEST = "ingest-service";
    private static final String TOPOLOGY = "topology";
    private static final String URL = "TIDINGS_TIMELINE_URL";
    private static final String LISTEN = "TIDINGS_TIMELINE_LISTEN";
    private static final String ADVERTISED = "TIDINGS_TIMELINE_ADVERTISED";
    private static final String SECRET = "TIDINGS_TIMELINE_SECRET";

    @Test
    void composeLetsIngestAskTheTopologyWhereItListens() {
        var topology = DeployFolder.composed(TOPOLOGY, Map.of());
        var ingest = DeployFolder.composed(INGEST, Map.of());

        assertThat(topology.get(LISTEN))
                .isEqualTo("0.0.0.0:" + URI.create(ingest.get(URL)).getPort());
        assertThat(topology.get(ADVERTISED))
                .isEqualTo(URI.create(ingest.get(URL)).getAuthority());
        assertThat(URI.create(ingest.get(URL)).getHost()).isEqualTo(TOPOLOGY);
        assertThat(topology.get(SECRET)).isEqualTo(ingest.get(SECRET)).isNotEmpty();
    }

    @Test
    void kubernetesLetsIngestAndEachPodAskTheTopologiesWhereTheyListen() {
        var topology = environment("StatefulSet", TOPOLOGY);
        var ingest = environment("Deployment", INGEST);
        var url = URI.create(ingest.get(URL).asText());
        int port = url.getPort();

        assertThat(topology.get(LISTEN).asText()).isEqualTo("0.0.0.0:" + port);
        assertThat(topology.get(ADVERTISED).asText()).isEqualTo("$(TIDINGS_TOPOLOGY_INSTANCE_ID).topology:" + port);
        assertThat(topology.get(SECRET)).isEqualTo(ingest.get(SECRET));
        assertThat(service(TOPOLOGY).at("/spec/clusterIP").asText()).isEqualTo("None");
        assertThat(service(url.getHost()).path("spec").has("clusterIP"))
                .isFalse(); // pods that are gone are left out at once
        for (var service : List.of(service(TOPOLOGY), service(url.getHost()))) {
            assertThat(service.at("/spec/selector").toString()).contains('"' + TOPOLOGY + '"');
            assertThat(texts(service.at("/spec/ports"), "port")).contains(Integer.toString(port));
        }
    }

    @Test
    void onlyIngestAndTopologiesReachTheTimeline() {
        var rules = DeployFolder.objects("NetworkPolicy").stream()
                .flatMap(policy ->
                        StreamSupport.stream(policy.at("/spec/ingress").spliterator(), false))
                .filter(rule -> texts(rule.path("ports"), "port").contains("timeline"))
                .toList();

        assertThat(rules)
                .singleElement()
                .satisfies(rule -> assertThat(rule.at("/from/0/podSelector/matchExpressions/0/values"))
                        .extracting(JsonNode::asText)
                        .containsExactlyInAnyOrder(INGEST, TOPOLOGY));
        assertThat(rules.getFirst().path("from")).hasSize(1);
    }

    @Test
    void theStateOfTheTimelineHasAFolderOfItsOwnWithRoomForAllOfIt() {
        var pod = named("StatefulSet", TOPOLOGY)
                .map(workload -> workload.at("/spec/template/spec"))
                .filter(spec -> spec.at("/containers/0").has("image")) // not a patch
                .findFirst()
                .orElseThrow();
        var folder = environment("StatefulSet", TOPOLOGY).get("TIDINGS_TIMELINE_STATE_DIR");

        assertThat(texts(pod.at("/containers/0/volumeMounts"), "mountPath")).contains(folder.asText());
        assertThat(texts(pod.path("volumes"), "name")).contains("timeline");
    }

    private static JsonNode service(String name) {
        return named("Service", name).findFirst().orElseThrow();
    }

    /** The variables of the manifest with that name and of its patches. */
    private static Map<String, JsonNode> environment(String kind, String name) {
        var variables = new TreeMap<String, JsonNode>();
        named(kind, name)
                .forEach(workload -> workload.at("/spec/template/spec/containers/0/env")
                        .forEach(variable -> variables.put(
                                variable.path("name").asText(),
                                variable.has("value") ? variable.path("value") : variable.path("valueFrom"))));
        return variables;
    }

    private static Stream<JsonNode> named(String kind, String name) {
        return DeployFolder.objects(kind).stream()
                .filter(object -> object.at("/metadata/name").asText().equals(name));
    }

    private static List<String> texts(JsonNode array, String member) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(each -> each.path(member).asText())
                .toList();
    }
}
