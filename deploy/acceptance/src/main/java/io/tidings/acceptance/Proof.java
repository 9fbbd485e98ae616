package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.CountingEndpoints;
import io.tidings.acceptance.installation.ProofCluster;
import io.tidings.acceptance.installation.ProofEnvironment;
import io.tidings.acceptance.installation.ProofFailed;
import io.tidings.acceptance.installation.TopicClient;
import io.tidings.acceptance.installation.UnpackedImage;
import io.tidings.testbed.broker.GroupLag;
import io.tidings.testbed.cluster.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The checks in their order.
 *
 * <pre>
 *  images, folders ──> start ──> subscribe ──> load ──> kill a worker ──> lag ──> start it ──> timeline
 *                                                                              stop <── metrics <──┘
 * </pre>
 *
 * @param images if there are any; else everything runs from runnable folders
 * @param learned for the AOT caches of the images' JVMs, if they are wanted
 * @param rate events a second
 */
record Proof(CheckList checks, Path root, Path folder, Optional<Path> images, Optional<Path> learned, int rate) {
    private static final Duration SOON = Duration.ofSeconds(45);

    void run() {
        images.ifPresent(this::showLocalImage);
        var begun = Instant.now();
        try (var cluster = new ProofCluster(root, folder, images, learned)) {
            checks.say("a broker listens at " + cluster.bootstrapServers());
            checks.say(ProofEnvironment.reasons());
            var imageChecks = new ImageChecks(checks);
            cluster.images().forEach(image -> imageChecks.saysWhatItShould(image, adminPort(image)));
            cluster.images().stream()
                    .filter(image -> image.name().equals(Service.TOPOLOGY.module()))
                    .forEach(imageChecks::canLoadRocksDb);
            show(cluster);
            cluster.images().forEach(image -> imageChecks.isAsItWas(image, begun));
        } catch (ProofFailed | UncheckedIOException | IllegalStateException e) {
            checks.failed(e.getMessage() + "; the logs are in " + folder.resolve("logs"));
        }
    }

    private void showLocalImage(Path tarballs) {
        var local = folder.resolve("local");
        try {
            new LocalImageChecks(checks, local, learned).happen(tarballs);
        } catch (ProofFailed | UncheckedIOException | IllegalStateException e) {
            checks.failed(e.getMessage() + "; its logs are in " + local);
        }
    }

    private static int adminPort(UnpackedImage image) {
        return Arrays.stream(Service.values())
                .filter(service -> service.module().equals(image.name()))
                .mapToInt(Service::adminPort)
                .findFirst()
                .orElseThrow();
    }

    private void show(ProofCluster cluster) {
        var rollout = new Rollout(checks);
        try (var endpoints = new CountingEndpoints();
                var client = new TopicClient(cluster.here());
                var lag = new GroupLag(cluster.bootstrapServers(), KillUnderLoad.GROUP)) {
            // Ingest creates the topics, which the others need.
            rollout.start(cluster.processes(Service.INGEST));
            rollout.start(cluster.processes().stream()
                    .filter(process -> process.setup().service() != Service.INGEST)
                    .toList());
            var kill = new KillUnderLoad(checks, cluster, endpoints, lag, rate);
            var key = subscribe(client, endpoints, kill);
            kill.happens(client, key);
            // After the kill, because the counters of a worker end with it.
            new EdgeCaseChecks(checks, client, cluster.bootstrapServers()).happen(key);
            blobsAreWritten(cluster);
            new TimelineChecks(checks, client).happen(EdgeCaseChecks.REFUSED_EVENT, EdgeCaseChecks.REFUSED);
            new ConsoleChecks(checks, client).happen();
            metricsAreThere(cluster);
            rollout.stop(cluster.processes(), learned.isPresent());
        }
    }

    /** @return the key of publishers */
    private String subscribe(TopicClient client, CountingEndpoints endpoints, KillUnderLoad kill) {
        client.createTopic();
        kill.subscribe(client);
        var waiting = new ArrayList<>(EdgeCaseChecks.subscribe(client, endpoints));
        for (int i = 0; i < KillUnderLoad.lanes(); i++) {
            waiting.add(KillUnderLoad.name(i));
        }
        int all = waiting.size();
        checks.await(
                SOON,
                () -> {
                    waiting.removeIf(client::inForce);
                    return waiting.isEmpty();
                },
                () -> "no consent of the endpoints of " + waiting + "; read the log of ingest");
        checks.shown("a topic and %d subscriptions are made over HTTP, and endpoints consented".formatted(all));
        return client.key();
    }

    private void blobsAreWritten(ProofCluster cluster) {
        checks.await(
                SOON,
                () -> blobs(cluster) > 0,
                () -> "no blob of a dead letter in %s; read the log of the exporter".formatted(cluster.blobs()));
        checks.shown("dead letters lie in a blob");
    }

    private static long blobs(ProofCluster cluster) {
        return Files.isDirectory(cluster.blobs())
                ? filesIn(cluster.blobs()).stream()
                        .filter(file -> file.toString().endsWith(".json"))
                        .count()
                : 0;
    }

    private static List<Path> filesIn(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private void metricsAreThere(ProofCluster cluster) {
        var asked = ReferencedMetrics.in(root.resolve("deploy/monitoring"));
        for (var process : cluster.processes()) {
            checks.check(
                    process.admin().live()
                            && process.admin().ready()
                            && process.admin().metrics().text().contains("tidings_ready{"),
                    process.name() + " is live and ready, and shows its metrics",
                    process.name() + " is not live and ready, or shows no tidings_ready; read " + process.log());
        }
        checks.await(
                SOON,
                () -> missing(asked, cluster).isEmpty(),
                () -> "dashboard or alerts ask for what no program shows: " + missing(asked, cluster)
                        + "; correct deploy/monitoring or the program");
        checks.shown("all %d metrics that dashboard and alerts ask for are shown"
                .formatted(asked.names().size()));
    }

    private static Set<String> missing(ReferencedMetrics asked, ProofCluster cluster) {
        return asked.missing(cluster.processes().stream()
                .map(process -> process.admin().metrics().text())
                .toList());
    }
}
