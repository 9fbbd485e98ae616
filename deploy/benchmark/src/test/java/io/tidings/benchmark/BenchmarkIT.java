package io.tidings.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The benchmark as it is started by hand, with tiny numbers: speed is not its matter here. With too much of everything
 * it judges B-PUB-2, B-PUB-4, B-DEL-1 and B-PROB-5.
 */
class BenchmarkIT {
    private static final Path DIST = Path.of("target/dist/lib").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void everyDeliveryArrivesOnceAndIsAccountedFor() throws IOException, InterruptedException {
        var run = start(
                "--rows", "client,worker-3,pipeline-2,tls-client,tls-new", "--deliveries", "4000", "--warm-up", "200");

        assertThat(run.waitFor(400, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(output()).isZero();

        var rows = new ObjectMapper()
                .readTree(folder.resolve("out/results.json").toFile())
                .path("rows");
        assertThat(rows.findValuesAsText("id"))
                .containsExactly("client", "worker-3", "pipeline-2", "tls-client", "tls-new");
        for (var row : rows) {
            assertThat(row.path("events").asLong()).isBetween(1L, 4_000L);
            assertThat(row.path("perSecond").asDouble()).isPositive();
            assertThat(row.path("lost").asLong()).isZero();
            assertThat(row.path("twice").asLong()).isZero();
        }
        assertThat(rows.path(1).path("settings").has("worker: endpoint.allow.http"))
                .isTrue();
        assertThat(output()).contains("worker, 3 subscriptions").contains("endpoint.allow.networks = 127.0.0.0/8");
        assertThat(folder.resolve("out/results.svg")).content().startsWith("<svg");
    }

    @Test
    @Tag("long")
    void memoryStaysFlatAndNothingIsLostWhenThereIsTooMuchOfEverything() throws IOException, InterruptedException {
        var run = start("--quick", "--rows", "overload-1,broker-outage,fan-out");

        assertThat(run.waitFor(15, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(output()).isZero();

        var rows = new ObjectMapper()
                .readTree(folder.resolve("out/results.json").toFile())
                .path("rows");
        assertThat(rows.findValuesAsText("id"))
                .containsExactly(
                        "overload-1",
                        "overload-1-drained",
                        "broker-outage",
                        "broker-outage-back",
                        "fan-out-large",
                        "fan-out-full",
                        "fan-out-subscriptions",
                        "fan-out-pending",
                        "fan-out-hanging");
        assertThat(rows.findValuesAsText("verdict"))
                .as(output())
                .hasSizeGreaterThan(80)
                .containsOnly("met");
    }

    @Test
    @Tag("long")
    void subscriptionsOfAgentsAreRefreshedAndGoWhenNobodyRefreshesThem() throws IOException, InterruptedException {
        var run = start("--quick", "--rows", "agents-500");

        assertThat(run.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(output()).isZero();

        var row = new ObjectMapper()
                .readTree(folder.resolve("out/results.json").toFile())
                .at("/rows/0");
        assertThat(row.findValuesAsText("verdict")).as(output()).containsExactly("met");
    }

    @Test
    @Tag("long")
    void receiversGetEachEventOnce() throws IOException, InterruptedException {
        var run = start("--quick", "--rows", "pull-32x100");

        assertThat(run.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(run.exitValue()).as(output()).isZero();

        var rows = new ObjectMapper()
                .readTree(folder.resolve("out/results.json").toFile())
                .path("rows");
        assertThat(rows.findValuesAsText("id")).containsExactly("pull-32x100", "pull-32x100-paced");
        assertThat(rows.findValuesAsText("twice")).as(output()).containsOnly("0");
    }

    @Test
    void nothingIsLeftWhenItIsStopped() throws IOException, InterruptedException {
        var run = start("--rows", "worker-1", "--deliveries", "100000000");
        await().atMost(200, TimeUnit.SECONDS).until(() -> output().contains("writing"));
        var children = run.descendants().toList();

        run.destroy();

        assertThat(run.waitFor(200, TimeUnit.SECONDS)).isTrue();
        await().untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
        try (var left = Files.walk(folder.resolve("out"))) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.matches("broker[0-9]+"));
        }
    }

    private Process start(String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dtidings.root=" + Path.of("../..").toAbsolutePath().normalize());
        command.addAll(List.of("-cp", DIST.resolve("*").toString(), BenchmarkMain.class.getName()));
        command.addAll(List.of("--out", folder.resolve("out").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}
