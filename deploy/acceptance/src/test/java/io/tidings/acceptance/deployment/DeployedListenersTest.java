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

/** In containers, programs reach the timeline and the queues with the same secret as these, and nobody else does. */
class DeployedListenersTest {
    private static final String INGEST = "ingest-service";
    private static final String TOPOLOGY = "topology";
    private static final String WORKER = "delivery-worker";
    private static final String URL = "TIDINGS_TIMELINE_URL";
    private static final String LISTEN = "TIDINGS_TIMELINE_LISTEN";
    private static final String ADVERTISED = "TIDINGS_TIMELINE_ADVERTISED";
    private static final String SECRET = "TIDINGS_TIMELINE_SECRET";
    private static final String QUEUES_LISTEN = "TIDINGS_RECEIVE_LISTEN";
    private static final String QUEUES_ADVERTISED = "TIDINGS_RECEIVE_ADVERTISED";
    private static final String QUEUES_SECRET = "TIDINGS_RECEIVE_SECRET";
    private static final int QUEUES_PORT = 9195;

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
    void composeLetsIngestAskTheWorkerForTheEventsOfQueues() {
        var worker = DeployFolder.composed(WORKER, Map.of());

        assertThat(worker)
                .containsEntry(QUEUES_LISTEN, "0.0.0.0:" + QUEUES_PORT)
                .containsEntry(QUEUES_ADVERTISED, WORKER + ":" + QUEUES_PORT);
        assertThat(worker.get(QUEUES_SECRET))
                .isEqualTo(DeployFolder.composed(INGEST, Map.of()).get(QUEUES_SECRET))
                .isNotEmpty();
        assertThat(DeployFolder.composed(WORKER, Map.of("RECEIVE_SECRET", "chosen")))
                .as("nobody has the secret that the file came with")
                .containsEntry(QUEUES_SECRET, "chosen");
    }

    @Test
    void kubernetesLetsIngestAskEachWorkerForTheEventsOfQueues() {
        var worker = environment("StatefulSet", WORKER);

        assertThat(worker.get(QUEUES_LISTEN).asText()).isEqualTo("0.0.0.0:" + QUEUES_PORT);
        assertThat(worker.get(QUEUES_ADVERTISED).asText())
                .isEqualTo("$(TIDINGS_WORKER_INSTANCE_ID)." + WORKER + ":" + QUEUES_PORT);
        assertThat(worker.get(QUEUES_SECRET).at("/secretKeyRef/name").asText()).isEqualTo("tidings-receive");
        assertThat(worker.get(QUEUES_SECRET))
                .isEqualTo(environment("Deployment", INGEST).get(QUEUES_SECRET));
        assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("docs/operating.md")))
                .contains("create secret generic tidings-receive ");
        var service = service(WORKER).path("spec");
        assertThat(service.path("clusterIP").asText()).isEqualTo("None");
        assertThat(service.path("publishNotReadyAddresses").asBoolean()).isTrue();
        assertThat(texts(service.path("ports"), "port")).contains(Integer.toString(QUEUES_PORT));
    }

    @Test
    void onlyIngestReachesTheQueues() {
        var policies = DeployFolder.objects("NetworkPolicy").stream()
                .filter(policy -> policy.toString().contains("\"receive\""))
                .toList();

        assertThat(policies)
                .extracting(policy -> policy.at("/spec/policyTypes/0").asText())
                .containsExactlyInAnyOrder("Ingress", "Egress");
        for (var policy : policies) {
            boolean in = policy.at("/spec").has("ingress");
            assertThat(name(policy.at("/spec"))).isEqualTo(in ? WORKER : INGEST);
            var peers = policy.at(in ? "/spec/ingress" : "/spec/egress");
            assertThat(peers).hasSize(1);
            assertThat(peers.at(in ? "/0/from" : "/0/to"))
                    .singleElement()
                    .satisfies(peer -> assertThat(name(peer)).isEqualTo(in ? INGEST : WORKER));
        }
    }

    private static String name(JsonNode selecting) {
        return selecting.at("/podSelector/matchLabels/app.kubernetes.io~1name").asText();
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
