package io.tidings.acceptance.command;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.ShellScript;
import io.tidings.local.cluster.LocalPorts;
import io.tidings.testbed.cluster.ManagementClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The command {@code up} as a newcomer meets it. */
@Execution(ExecutionMode.CONCURRENT) // each has all its own, and waits most of the time
class LocalModeIT {
    private static final String OTHER = "127.0.0.2";
    private static final Duration STOPPED_WITHIN = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    private final LocalPorts ports = LocalTestCluster.freePorts();

    @Test
    void itRunsUntilCtrlCAndKeepsWhatItWasTold() throws Exception {
        try (var up = up("first")) {
            awaitReady(up);
            var token = folder.resolve("data/admin.token");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                    .isEqualTo("rw-------");
            assertThat(up.printed()).contains("console      http://localhost:" + ports.http() + "/console\n");
            assertThat(up.printed()).contains("sign in      http://localhost:" + ports.http() + "/console#/?code=");
            try (var ingest = new ManagementClient(
                    "http://localhost:" + ports.http(), Files.readString(token).strip())) {
                assertThat(ingest.putTopic("orders", "{\"properties\":{}}").statusCode())
                        .isEqualTo(201);
            }
            assertThatASecondStartIsRefused();

            up.interrupt();

            assertThat(up.exit(STOPPED_WITHIN)).isZero();
        }
        try (var again = up("again")) {
            awaitReady(again);
            var token = Files.readString(folder.resolve("data/admin.token")).strip();
            try (var ingest = new ManagementClient("http://localhost:" + ports.http(), token)) {
                assertThat(ingest.manage("GET", "/topics/orders", "").statusCode())
                        .isEqualTo(200);
            }
            again.process().destroy();
            assertThat(again.exit(STOPPED_WITHIN)).isZero();
        }
    }

    /** The second address of loopback stands for another one of this machine. */
    @Test
    void itIsReachedAtOtherAddressesOnlyIfItWasToldTo() throws Exception {
        try (var up = up("loopback")) {
            awaitReady(up);
            assertThat(reached(ports.http())).isFalse();
            assertThat(reached(ports.kafka())).isFalse();
        }
        try (var up = up("everywhere", "--listen", "0.0.0.0", "--host", OTHER)) {
            awaitReady(up);
            assertThat(reached(ports.admin())).isTrue();
            assertThat(up.printed()).contains("http://" + OTHER + ":" + ports.http(), OTHER + ".crt");
            try (var admin = Admin.create(Map.of("bootstrap.servers", OTHER + ":" + ports.kafka()))) {
                assertThat(admin.describeCluster().nodes().get())
                        .extracting(node -> node.host())
                        .containsExactly(OTHER);
            }
        }
    }

    private static boolean reached(int port) {
        try (var socket = new Socket(OTHER, port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    private void assertThatASecondStartIsRefused() throws InterruptedException {
        try (var second = up("second")) {
            assertThat(second.exit(PATIENCE)).isEqualTo(1);
            assertThat(second.printed()).hasLineCount(1).contains("runs on the folder", "stop that one", "--data");
        }
    }

    @Test
    void aTakenPortIsNamedWithTheOptionThatChoosesAnother() throws Exception {
        try (var taken = new ServerSocket(ports.http(), 1, InetAddress.getLoopbackAddress());
                var up = up("taken")) {
            assertThat(up.exit(PATIENCE)).isEqualTo(1);
            assertThat(up.printed())
                    .hasLineCount(1)
                    .contains("Port " + taken.getLocalPort() + " is taken", "--http-port");
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        var file = Files.createFile(folder.resolve("file"));
        try (var up = ShellScript.run(
                folder.resolve("printed"),
                "local/up",
                List.of("--data", file.resolve("data").toString()))) {
            assertThat(up.exit(PATIENCE)).isEqualTo(1);
            assertThat(up.printed()).hasLineCount(1).contains("cannot be written", "--data");
        }
    }

    @Test
    void aSettingThatDoesNotExistIsRefused() throws Exception {
        try (var up = up("unknown", "--set", "no.such.thing=1")) {
            assertThat(up.exit(PATIENCE)).isEqualTo(2);
            assertThat(up.printed())
                    .contains("no.such.thing: there is no such setting")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void theDemonstrationShowsThreeLivesAndEnds() throws Exception {
        try (var up = up("demo", "--demo")) {
            int status = up.exit(Duration.ofMinutes(10));
            assertThat(status).as(up.printed()).isZero();
            assertThat(up.printed())
                    .contains(
                            "order-1  attempt 1 gets 200: DELIVERED",
                            "order-2  attempt 3 gets 200: DELIVERED",
                            "order-3  is DEAD-LETTERED",
                            "/console#/topics/orders/events/order-3",
                            "./deploy/local/kafka console-consumer");
        }
    }

    private ShellScript up(String name, String... more) {
        var arguments = new ArrayList<>(List.of(
                "--data", folder.resolve("data").toString(),
                "--kafka-port", Integer.toString(ports.kafka()),
                "--http-port", Integer.toString(ports.http()),
                "--https-port", Integer.toString(ports.https()),
                "--admin-port", Integer.toString(ports.admin()),
                "--receiver-port", Integer.toString(ports.receiver().orElse(0))));
        arguments.addAll(List.of(more));
        return ShellScript.run(folder.resolve(name + ".txt"), "local/up", arguments);
    }

    private static void awaitReady(ShellScript up) throws IOException {
        await().atMost(PATIENCE)
                .until(() ->
                        up.printed().contains("tidings ready") || !up.process().isAlive());
        assertThat(up.printed()).contains("\ntidings ready");
    }
}
