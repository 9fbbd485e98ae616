package io.tidings.benchmark.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is shown, in its order.
 *
 * <pre>
 *  images, folders ──> start ──> subscribe ──> load ──> kill a worker ──> lag ──> start it ──> metrics ──> stop
 * </pre>
 *
 * @param images if there are any; else everything runs out of its folder
 * @param learned for what the JVMs of images learn, if they shall
 * @param rate of events in a second
 */
record Proof(Protocol protocol, Path root, Path folder, Optional<Path> images, Optional<Path> learned, int rate) {
    private static final Duration SOON = Duration.ofSeconds(45);
    private static final String USER = "10001:10001";

    void run() {
        var begun = Instant.now();
        try (var site = Site.furnish(root, folder, images, learned)) {
            var cleaning = new Thread(site::close, "end-processes");
            Runtime.getRuntime().addShutdownHook(cleaning);
            protocol.say("a broker listens at " + site.here().bootstrapServers());
            protocol.say(Here.reasons());
            images(site).forEach(this::imageSaysWhatItShould);
            show(site);
            images(site).forEach(image -> imageIsAsItWas(image, begun));
            Runtime.getRuntime().removeShutdownHook(cleaning);
        } catch (ProofFailed | UncheckedIOException | IllegalStateException e) {
            protocol.failed(e.getMessage() + "; the logs are in " + folder.resolve("logs"));
        }
    }

    private void show(Site site) {
        var rollout = new Rollout(protocol);
        try (var endpoints = new Endpoints();
                var edge = new Edge(site.here());
                var lag = new Lag(site.here().bootstrapServers())) {
            // Ingest makes the topics; who came while it is at it would be refused.
            rollout.start(site.pods(Kind.INGEST));
            rollout.start(site.pods().stream()
                    .filter(pod -> pod.kind() != Kind.INGEST)
                    .toList());
            var kill = new KillUnderLoad(protocol, site, endpoints, lag, rate);
            var key = subscribe(edge, endpoints, kill);
            kill.happens(edge, key);
            // Behind the kill: what a worker has counted goes with it.
            new Oddities(protocol, edge, site.here().bootstrapServers()).happen(key);
            blobsAreWritten(site);
            metricsAreThere(site);
            rollout.stop(site.pods(), learned.isPresent());
        }
    }

    /** @return the key of publishers */
    private String subscribe(Edge edge, Endpoints endpoints, KillUnderLoad kill) {
        edge.createTopic();
        kill.subscribe(edge);
        var waiting = new ArrayList<>(Oddities.subscribe(edge, endpoints));
        for (int i = 0; i < KillUnderLoad.lanes(); i++) {
            waiting.add(KillUnderLoad.name(i));
        }
        int all = waiting.size();
        protocol.await(
                SOON,
                () -> {
                    waiting.removeIf(edge::inForce);
                    return waiting.isEmpty();
                },
                () -> "no consent of the endpoints of " + waiting + "; read the log of ingest");
        protocol.shown("a topic and %d subscriptions are made over HTTP, and endpoints consented".formatted(all));
        return edge.key();
    }

    private void blobsAreWritten(Site site) {
        protocol.await(
                SOON,
                () -> blobs(site) > 0,
                () -> "no blob of a dead letter in %s; read the log of the exporter".formatted(site.blobs()));
        protocol.shown("dead letters lie in a blob");
    }

    private static long blobs(Site site) {
        return Files.isDirectory(site.blobs())
                ? filesIn(site.blobs()).stream()
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

    private void metricsAreThere(Site site) {
        var asked = Asked.in(root.resolve("deploy/monitoring"));
        for (var pod : site.pods()) {
            protocol.check(
                    pod.live() && pod.ready() && pod.metrics().contains("tidings_ready{"),
                    pod.name() + " is live and ready, and shows its metrics",
                    pod.name() + " is not live and ready, or shows no tidings_ready; read " + pod.log());
        }
        protocol.await(
                SOON,
                () -> missing(asked, site).isEmpty(),
                () -> "dashboard or alerts ask for what no program shows: " + missing(asked, site)
                        + "; correct deploy/monitoring or the program");
        protocol.shown("all %d metrics that dashboard and alerts ask for are shown"
                .formatted(asked.names().size()));
    }

    private static Set<String> missing(Asked asked, Site site) {
        return asked.missing(site.pods().stream().map(Pod::metrics).toList());
    }

    private static Stream<Installation.Unpacked> images(Site site) {
        return site.pods().stream()
                .map(Pod::installation)
                .filter(Installation.Unpacked.class::isInstance)
                .map(Installation.Unpacked.class::cast);
    }

    private void imageSaysWhatItShould(Installation.Unpacked image) {
        var config = image.config();
        protocol.check(
                config.user().equals(USER)
                        && config.ports().contains(image.kind().adminPort() + "/tcp")
                        && config.labels().contains("org.opencontainers.image.version"),
                "image %s: user %s, ports %s".formatted(image.kind().module(), config.user(), config.ports()),
                "image %s has user %s, ports %s, labels %s; look at the profile images of pom.xml"
                        .formatted(image.kind().module(), config.user(), config.ports(), config.labels()));
    }

    /** A program that writes beside its image cannot run in a read-only container. */
    private void imageIsAsItWas(Installation.Unpacked image, Instant begun) {
        var written = filesIn(image.folder()).stream()
                .filter(file -> file.toFile().lastModified() > begun.toEpochMilli())
                .toList();
        protocol.check(
                written.isEmpty(),
                "%s has written nothing where its image lies"
                        .formatted(image.kind().module()),
                "%s has written %s; a read-only container has no room for that"
                        .formatted(image.kind().module(), written));
    }
}
