package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.CountingEndpoints;
import io.tidings.acceptance.installation.TopicClient;
import io.tidings.acceptance.installation.UnpackedImage;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.process.AdminPort;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The image with everything in one container is soon ready, keeps its data in one folder, delivers an event, and is
 * reached from elsewhere only if it was told to.
 *
 * @param folder of its data and logs
 * @param learned for the AOT cache of its JVM, if that is wanted
 */
record LocalImageChecks(CheckList checks, Path folder, Optional<Path> learned) {
    private static final String NAME = "tidings-local";
    private static final Duration READY_WITHIN = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Threads that want to run, for each processor. */
    private static final int BUSY = 2;

    /** Another address of this machine, which what listens on 127.0.0.1 does not have. */
    private static final String ELSEWHERE = "127.0.0.2";

    private static final String EVENT = """
        [{"id":"1","subject":"/orders/1","eventType":"Order.Placed","eventTime":"2026-11-21T09:30:00Z","data":{},\
        "dataVersion":"1"}]\
        """;
    private static final int CONNECT_MILLIS = 2_000;

    /** The ports of one start. */
    private record Ports(int http, int https, int admin, int kafka) {
        static Ports free() {
            return new Ports(FreePort.next(), FreePort.next(), FreePort.next(), FreePort.next());
        }

        List<String> options() {
            return List.of(
                    "--http-port=" + http,
                    "--https-port=" + https,
                    "--admin-port=" + admin,
                    "--kafka-port=" + kafka,
                    "--receiver-port=0");
        }
    }

    /** @param images with the tarball of this one */
    void happen(Path images) {
        var image = UnpackedImage.of(NAME, images, folder.resolve(NAME));
        var begun = Instant.now();
        var imageChecks = new ImageChecks(checks);
        imageChecks.saysWhatItShould(image, 8080, 8443, 9092, 9190);
        imageChecks.canLoadRocksDb(image);
        checks.check(
                image.config().volumes().contains("/data")
                        && Files.isDirectory(image.folder().resolve("data")),
                "image tidings-local: its data lies in the volume /data",
                "image tidings-local has no volume /data; look at deploy/local/pom.xml");
        deliversOnLoopback(image);
        isReachedFromElsewhere(image);
        imageChecks.isAsItWas(image, begun);
    }

    private void deliversOnLoopback(UnpackedImage image) {
        var ports = Ports.free();
        try (var process = started("loopback", image, ports, Map.of());
                var endpoints = new CountingEndpoints();
                var client = client(ports, "127.0.0.1")) {
            checks.check(
                    !reached(ELSEWHERE, ports.http()) && !reached(ELSEWHERE, ports.kafka()),
                    "tidings-local is reached on loopback only",
                    "tidings-local is reached at " + ELSEWHERE + " without TIDINGS_LISTEN");
            client.createTopic();
            client.subscribe("billing", endpoints.answering("/billing", 200), "Order.Placed", false);
            checks.await(
                    PATIENCE,
                    () -> client.publish("any", EVENT) == 200 && endpoints.taken("/billing") > 0,
                    () -> "tidings-local delivers no event; read " + folder.resolve("loopback.log"));
            checks.check(
                    client.console().successful(),
                    "tidings-local delivers an event, and serves the console",
                    "tidings-local does not serve the console");
            stops(process);
        }
    }

    private void isReachedFromElsewhere(UnpackedImage image) {
        var ports = Ports.free();
        var settings = Map.of("TIDINGS_LISTEN", "0.0.0.0", "TIDINGS_HOST", ELSEWHERE);
        try (var process = started("elsewhere", image, ports, settings);
                var client = client(ports, ELSEWHERE)) {
            checks.check(
                    client.inForce("billing") && reached(ELSEWHERE, ports.https()) && reached(ELSEWHERE, ports.kafka()),
                    "tidings-local has what it was told before, and is reached from elsewhere with TIDINGS_LISTEN",
                    "tidings-local is not reached at " + ELSEWHERE + "; read " + folder.resolve("elsewhere.log"));
            stops(process);
        }
    }

    private ChildProcess started(String name, UnpackedImage image, Ports ports, Map<String, String> settings) {
        var line = new ArrayList<>(image.command());
        learned.ifPresent(cache -> line.add(1, "-XX:AOTCacheOutput=" + cache(cache)));
        line.addAll(ports.options());
        line.add("--data=" + folder.resolve("data"));
        var process = ChildProcess.start(new Command(name, line, settings, null), folder);
        var took = checks.await(
                PATIENCE,
                () -> new AdminPort(ports.admin()).ready() || !process.alive(),
                () -> "tidings-local is not ready; read " + folder.resolve(name + ".log"));
        process.requireRunning();
        judge(took);
        return process;
    }

    /** The time of a start on a machine that others use means nothing. */
    private void judge(Duration took) {
        var machine = ManagementFactory.getOperatingSystemMXBean();
        boolean busy = machine.getSystemLoadAverage() > BUSY * machine.getAvailableProcessors();
        if (busy && took.compareTo(READY_WITHIN) > 0) {
            checks.say(
                    "tidings-local is ready after " + CheckList.seconds(took) + "; not judged, this machine is busy");
            return;
        }
        checks.check(
                took.compareTo(READY_WITHIN) <= 0,
                "tidings-local is ready after " + CheckList.seconds(took),
                "tidings-local is ready only after " + CheckList.seconds(took) + ", and may take "
                        + CheckList.seconds(READY_WITHIN));
    }

    private static Path cache(Path learned) {
        try {
            return Files.createDirectories(learned.resolve(NAME))
                    .toAbsolutePath()
                    .resolve("aot.cache");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + learned.resolve(NAME), e);
        }
    }

    private TopicClient client(Ports ports, String host) {
        var url = "http://" + host + ":" + ports.http();
        return new TopicClient(new ManagementClient(url, ""), new ManagementClient(url, token()));
    }

    private String token() {
        try {
            return Files.readString(folder.resolve("data/admin.token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("tidings-local has made no token for managers", e);
        }
    }

    private static boolean reached(String host, int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private void stops(ChildProcess process) {
        process.askToStop();
        var status = process.exitWithin(PATIENCE);
        checks.check(
                status.equals(OptionalInt.of(0)),
                "tidings-local stops when it is asked to",
                "tidings-local ends with " + status + " when it is asked to stop");
    }
}
