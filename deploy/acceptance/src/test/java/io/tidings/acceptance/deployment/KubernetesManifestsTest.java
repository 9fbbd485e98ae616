package io.tidings.acceptance.deployment;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.tidings.acceptance.installation.DeployFolder;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** As far as it can be said without a cluster, Kubernetes takes the manifests. */
class KubernetesManifestsTest {
    private static final Map<String, Class<?>> KINDS = Map.of(
            "Namespace", Namespace.class,
            "Secret", Secret.class,
            "Service", Service.class,
            "Deployment", Deployment.class,
            "StatefulSet", StatefulSet.class,
            "CronJob", CronJob.class,
            "HorizontalPodAutoscaler", HorizontalPodAutoscaler.class,
            "PodDisruptionBudget", PodDisruptionBudget.class,
            "Ingress", Ingress.class,
            "NetworkPolicy", NetworkPolicy.class);

    /** Of operators and of kustomize, whose models are not here. */
    private static final Map<String, String> FOREIGN = Map.of(
            "Kafka", "kafka.strimzi.io/v1",
            "KafkaNodePool", "kafka.strimzi.io/v1",
            "KafkaTopic", "kafka.strimzi.io/v1",
            "KafkaUser", "kafka.strimzi.io/v1",
            "ScaledObject", "keda.sh/v1alpha1",
            "TriggerAuthentication", "keda.sh/v1alpha1",
            "PodMonitor", "monitoring.coreos.com/v1",
            "PrometheusRule", "monitoring.coreos.com/v1",
            "Kustomization", "kustomize.config.k8s.io/v1beta1",
            "Component", "kustomize.config.k8s.io/v1alpha1");

    /** What comes behind drain.timeout in a worker: its last transaction, and closing clients. */
    private static final long LAST_COMMIT_SECONDS = 13;

    /** Without the setters that take in whatever a model does not know. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated member) {
                    return false;
                }
            })
            .build();

    @Test
    void everyObjectHasOnlyFieldsThatItsKindKnows() {
        for (var file : DeployFolder.manifests().entrySet()) {
            for (var object : file.getValue()) {
                var kind = object.path("kind").asText();
                if (KINDS.containsKey(kind)) {
                    assertThat(STRICT.convertValue(object, KINDS.get(kind))).isNotNull();
                } else {
                    assertThat(FOREIGN)
                            .as(file.getKey().toString())
                            .containsEntry(kind, object.path("apiVersion").asText());
                }
            }
        }
    }

    @Test
    void aFieldThatDoesNotExistWouldBeFound() {
        var wrong = STRICT.createObjectNode().put("apiVersion", "apps/v1").put("kind", "Deployment");
        wrong.putObject("spec").put("replica", 1);

        assertThat(catchThrowable(() -> STRICT.convertValue(wrong, Deployment.class)))
                .hasMessageContaining("replica");
    }

    @Test
    void whatKustomizeIsToldToTakeExists() {
        DeployFolder.manifests().forEach((file, documents) -> {
            if (file.endsWith("kustomization.yaml")) {
                for (var each : List.of("resources", "components")) {
                    documents
                            .getFirst()
                            .path(each)
                            .forEach(name -> assertThat(Files.exists(file.resolveSibling(name.asText())))
                                    .as(name + " of " + file)
                                    .isTrue());
                }
            }
        });
    }

    @Test
    void everyProgramSaysHowItIsAndRunsWithoutRights() {
        assertThat(pods()).hasSize(4).allSatisfy((name, pod) -> {
            var container = pod.getSpec().getContainers().getFirst();
            assertThat(container.getName()).isEqualTo(name);
            assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/health/live");
            assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(container.getResources().getLimits()).containsKey("memory");
            assertThat(container.getVolumeMounts())
                    .extracting(mount -> mount.getMountPath())
                    .contains("/tmp");
        });
    }

    @Test
    void everyProgramHasAServiceAndABudgetThatSelectIt() {
        for (var name : pods().keySet()) {
            var label = Map.of("app.kubernetes.io/name", name);
            assertThat(all("Service", Service.class))
                    .anyMatch(service -> service.getSpec().getSelector().equals(label));
            assertThat(all("PodDisruptionBudget", PodDisruptionBudget.class))
                    .anyMatch(budget ->
                            budget.getSpec().getSelector().getMatchLabels().equals(label));
        }
    }

    @Test
    void whatIsMountedIsAVolumeAndHoldsTheFilesThatSettingsName() {
        assertThat(pods()).allSatisfy((name, pod) -> {
            var container = pod.getSpec().getContainers().getFirst();
            var volumes = pod.getSpec().getVolumes().stream()
                    .map(volume -> volume.getName())
                    .toList();
            var folders = container.getVolumeMounts().stream()
                    .map(mount -> mount.getMountPath() + "/")
                    .toList();
            assertThat(container.getVolumeMounts())
                    .extracting(mount -> mount.getName())
                    .containsExactlyInAnyOrderElementsOf(volumes);
            container.getEnv().stream()
                    .filter(variable -> variable.getName().endsWith("_FILE"))
                    .forEach(variable ->
                            assertThat(folders).as(variable.getName()).anyMatch(variable.getValue()::startsWith));
        });
    }

    @Test
    void everyProgramEndsBeforeItIsKilled() {
        var drain = Integer.parseInt(DeployFolder.text(DeployFolder.KUBERNETES.resolve("settings.env"))
                .replaceFirst("(?s).*TIDINGS_DRAIN_TIMEOUT=(\\d+)s.*", "$1"));
        assertThat(pods()).allSatisfy((name, pod) -> {
            var hook = pod.getSpec().getContainers().getFirst().getLifecycle();
            long before = hook == null ? 0 : hook.getPreStop().getSleep().getSeconds();
            assertThat(pod.getSpec().getTerminationGracePeriodSeconds())
                    .as(name)
                    .isGreaterThan(before + drain + LAST_COMMIT_SECONDS);
        });
    }

    @Test
    void whatServicesAndPoliciesNameAsAPortIsOne() {
        var ports = pods().values().stream()
                .flatMap(pod -> pod.getSpec().getContainers().getFirst().getPorts().stream())
                .map(port -> port.getName())
                .toList();
        for (var service : all("Service", Service.class)) {
            service.getSpec()
                    .getPorts()
                    .forEach(port ->
                            assertThat(ports).contains(port.getTargetPort().getStrVal()));
        }
        for (var policy : all("NetworkPolicy", NetworkPolicy.class)) {
            policy.getSpec().getIngress().stream()
                    .flatMap(rule -> rule.getPorts().stream())
                    .forEach(port -> assertThat(ports).contains(port.getPort().getStrVal()));
        }
    }

    /** Management has a listener of its own, so whoever reaches the service for publishers manages nothing. */
    @Test
    void onlyPublishingIsReachedFromOutside() {
        var container = pods().get("ingest-service").getSpec().getContainers().getFirst();
        var management = container.getPorts().stream()
                .filter(port -> port.getName().equals("management"))
                .findFirst()
                .orElseThrow();
        assertThat(container.getEnv())
                .filteredOn(variable -> variable.getName().equals("TIDINGS_MANAGEMENT_PORT"))
                .singleElement()
                .satisfies(port -> assertThat(port.getValue())
                        .isEqualTo(management.getContainerPort().toString()));
        assertThat(all("NetworkPolicy", NetworkPolicy.class).stream()
                        .flatMap(policy -> policy.getSpec().getIngress().stream())
                        .flatMap(rule -> rule.getPorts().stream())
                        .map(port -> port.getPort().getStrVal()))
                .contains("http");
        assertThat(all("NetworkPolicy", NetworkPolicy.class).stream()
                        .flatMap(policy -> policy.getSpec().getIngress().stream())
                        .filter(rule -> rule.getPorts().stream()
                                .anyMatch(port ->
                                        "management".equals(port.getPort().getStrVal()))))
                .singleElement()
                .satisfies(rule -> assertThat(rule.getFrom())
                        .singleElement()
                        .satisfies(peer -> assertThat(peer.getPodSelector().getMatchLabels())
                                .containsExactly(Map.entry("app.kubernetes.io/name", "redrive"))));
        var backends = all("Ingress", Ingress.class).stream()
                .flatMap(ingress -> ingress.getSpec().getRules().stream())
                .flatMap(rule -> rule.getHttp().getPaths().stream())
                .map(path -> path.getBackend().getService().getName());
        assertThat(backends)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(all("Service", Service.class))
                        .filteredOn(service -> service.getMetadata().getName().equals(name))
                        .singleElement()
                        .satisfies(service -> assertThat(service.getSpec().getPorts())
                                .extracting(port -> port.getTargetPort().getStrVal())
                                .containsExactly("http")));
    }

    @Test
    void spansMayGoToTheCollectorThatIsProposedAndEveryProgramMayBeGivenItsToken() {
        var collector = URI.create(DeployFolder.settingsFile(true).get("TIDINGS_TRACING_ENDPOINT"));
        var policy = all("NetworkPolicy", NetworkPolicy.class).stream()
                .filter(each -> each.getMetadata().getName().equals("spans"))
                .findFirst()
                .orElseThrow()
                .getSpec();
        assertThat(DeployFolder.settingsFile(false)).doesNotContainKey("TIDINGS_TRACING_ENDPOINT");
        assertThat(policy.getPodSelector().getMatchLabels()).isNullOrEmpty();
        assertThat(policy.getEgress()).singleElement().satisfies(rule -> {
            assertThat(rule.getTo())
                    .singleElement()
                    .satisfies(to -> assertThat(to.getNamespaceSelector().getMatchLabels())
                            .containsEntry(
                                    "kubernetes.io/metadata.name",
                                    collector.getHost().split("\\.", -1)[1]));
            assertThat(rule.getPorts())
                    .singleElement()
                    .satisfies(port -> assertThat(port.getPort().getIntVal()).isEqualTo(collector.getPort()));
        });
        assertThat(pods())
                .allSatisfy((name, pod) -> assertThat(
                                pod.getSpec().getContainers().getFirst().getEnvFrom())
                        .extracting(source -> source.getSecretRef())
                        .filteredOn(secret -> secret != null)
                        .singleElement()
                        .satisfies(secret -> {
                            assertThat(secret.getName()).isEqualTo("tidings-tracing");
                            assertThat(secret.getOptional()).isTrue();
                        }));
    }

    @Test
    void redriveNeverRunsByItselfAndHasTheTokenOfAnOperator() {
        var job = DeployFolder.objects("CronJob").stream()
                .map(object -> STRICT.convertValue(object, CronJob.class))
                .findFirst()
                .orElseThrow()
                .getSpec();
        var pod = job.getJobTemplate().getSpec().getTemplate();
        var container = pod.getSpec().getContainers().getFirst();
        var restricted = pods().get("deadletter-exporter").getSpec();

        assertThat(job.getSuspend()).isTrue();
        assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
        assertThat(pod.getMetadata().getLabels()).containsExactly(Map.entry("app.kubernetes.io/name", "redrive"));
        assertThat(pod.getSpec().getSecurityContext()).isEqualTo(restricted.getSecurityContext());
        assertThat(container.getSecurityContext())
                .isEqualTo(restricted.getContainers().getFirst().getSecurityContext());
        assertThat(container.getImage()).isEqualTo("tidings/cli");
        assertThat(container.getResources().getLimits()).containsKey("memory");
        assertThat(container.getVolumeMounts())
                .extracting(mount -> mount.getMountPath())
                .containsExactly("/tmp", "/etc/tidings/operator");
        assertThat(container.getCommand()).contains("--token-file=/etc/tidings/operator/token");
        assertThat(pod.getSpec().getVolumes())
                .filteredOn(volume -> volume.getSecret() != null)
                .extracting(volume -> volume.getSecret().getSecretName())
                .containsExactly("tidings-operator");
    }

    @Test
    void kafkaIsReachedByWhateverRunsInTheNamespace() {
        assertThat(all("NetworkPolicy", NetworkPolicy.class))
                .filteredOn(policy -> policy.getMetadata().getName().equals("names-and-kafka"))
                .singleElement()
                .satisfies(
                        policy -> assertThat(policy.getSpec().getPodSelector().getMatchLabels())
                                .isNullOrEmpty());
    }

    @Test
    void namesAreAskedOfTheClustersDnsOnly() {
        assertThat(all("NetworkPolicy", NetworkPolicy.class).stream()
                        .flatMap(policy -> policy.getSpec().getEgress().stream())
                        .filter(rule -> rule.getPorts().stream()
                                .anyMatch(port -> Integer.valueOf(53)
                                        .equals(port.getPort().getIntVal()))))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.getTo()).singleElement().satisfies(to -> {
                    assertThat(to.getNamespaceSelector().getMatchLabels())
                            .containsEntry("kubernetes.io/metadata.name", "kube-system");
                    assertThat(to.getPodSelector().getMatchLabels()).containsEntry("k8s-app", "kube-dns");
                }));
    }

    @Test
    void nothingGoesToAPrivateAddressThatNoPolicyNames() {
        assertThat(all("NetworkPolicy", NetworkPolicy.class).stream()
                        .flatMap(policy -> policy.getSpec().getEgress().stream()))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.getTo()).isNotEmpty())
                .flatExtracting(rule -> rule.getTo())
                .filteredOn(to -> to.getIpBlock() != null)
                .isNotEmpty()
                .allSatisfy(to -> assertThat(to.getIpBlock().getExcept())
                        .containsAnyOf("10.0.0.0/8", "fc00::/7")
                        .containsAnyOf("169.254.0.0/16", "fe80::/10"));
    }

    @Test
    void noContainerTakesAllProcessorsOfItsNode() {
        assertThat(pods())
                .isNotEmpty()
                .allSatisfy((name, pod) -> assertThat(pod.getSpec()
                                .getContainers()
                                .getFirst()
                                .getResources()
                                .getLimits())
                        .containsKeys("cpu", "memory"));
    }

    @Test
    void whoScalesWorkersAloneHasTheirNumber() {
        var component = DeployFolder.documents(DeployFolder.KUBERNETES.resolve("keda/kustomization.yaml"))
                .getFirst();
        var scaled = DeployFolder.objects("ScaledObject").getFirst().at("/spec/scaleTargetRef");
        assertThat(component.path("patches")).singleElement().satisfies(patch -> {
            for (var each : List.of("kind", "name")) {
                assertThat(patch.at("/target/" + each)).isEqualTo(scaled.path(each));
            }
            assertThat(patch.path("patch").asText()).isEqualTo("- op: remove\n  path: /spec/replicas");
        });
    }

    @Test
    void anAutoscalerHasTheNumberOfWhatItScalesAlone() {
        var component = DeployFolder.documents(DeployFolder.KUBERNETES.resolve("autoscaling/kustomization.yaml"))
                .getFirst();
        var target = DeployFolder.objects("HorizontalPodAutoscaler").getFirst().at("/spec/scaleTargetRef");
        assertThat(component.path("patches")).singleElement().satisfies(patch -> {
            for (var each : List.of("kind", "name")) {
                assertThat(patch.at("/target/" + each)).isEqualTo(target.path(each));
            }
            assertThat(patch.path("patch").asText()).isEqualTo("- op: remove\n  path: /spec/replicas");
        });
    }

    @Test
    void ingestIsNotStartedBeforeItsPublicUrlWasChosen() {
        assertThat(pods().get("ingest-service")
                        .getSpec()
                        .getContainers()
                        .getFirst()
                        .getEnv())
                .filteredOn(variable -> variable.getName().equals("TIDINGS_PUBLIC_URL"))
                .singleElement()
                .satisfies(url -> {
                    var reference = url.getValueFrom().getConfigMapKeyRef();
                    assertThat(reference.getKey()).isEqualTo("TIDINGS_PUBLIC_URL");
                    assertThat(reference.getOptional()).isNull();
                });
        assertThat(DeployFolder.settingsFile(false)).doesNotContainKey("TIDINGS_PUBLIC_URL");
    }

    private static Map<String, PodTemplateSpec> pods() {
        return Stream.concat(DeployFolder.objects("StatefulSet").stream(), DeployFolder.objects("Deployment").stream())
                .filter(object ->
                        object.path("spec").has("replicas")) // the others are patches and the endpoint of first steps
                .collect(toMap(
                        object -> object.at("/metadata/name").asText(),
                        object -> STRICT.convertValue(object.at("/spec/template"), PodTemplateSpec.class)));
    }

    private static <T> List<T> all(String kind, Class<T> type) {
        var found = new ArrayList<T>();
        for (JsonNode object : DeployFolder.objects(kind)) {
            found.add(STRICT.convertValue(object, type));
        }
        return found;
    }
}
