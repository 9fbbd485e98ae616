package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ready tells the truth: not before a program was told its share of the work, not without brokers, not while it ends. */
@Timeout(900)
class ReadinessIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void everyProgramIsReadyWhenItHasItsShareAndBrokersAndAtNoOtherTime() {
        var settings = LocalBroker.Settings.in(folder.resolve("kafka"));
        var broker = LocalBroker.start(settings);
        int port = broker.port();
        new TopicProvisioner(KafkaClients.of(broker.bootstrapServers()), TOPICS)
                .provision(1, 1, Duration.ofMinutes(5), TimeScale.REAL);
        var programs = new ArrayList<Program>();
        try {
            for (var part : TestedProgram.values()) {
                programs.add(started(part, broker, Map.of()));
            }
            awaitAllReady(programs);
            programs.add(standby(broker));
            awaitAllReady(programs);

            broker.close();
            await().atMost(SOON).untilAsserted(() -> assertThat(ready(programs)).isEmpty());
            assertThat(programs)
                    .as("programs that wait for brokers")
                    .allSatisfy(program ->
                            assertThat(program.ended().toCompletableFuture()).isNotDone());

            broker = LocalBroker.start(settings.withPort(port));
            awaitAllReady(programs);
            for (var program : programs) {
                program.close();
                assertThat(program.ready())
                        .as(program.name() + " that has ended")
                        .isFalse();
            }
        } finally {
            programs.forEach(Program::close);
            broker.close();
        }
    }

    /** There is one partition: this worker has joined the group and its share of the work is nothing. */
    private Program standby(LocalBroker broker) {
        return started(TestedProgram.WORKER, broker, Map.of("worker.instance.id", "worker-1"));
    }

    private static void awaitAllReady(List<Program> programs) {
        await().atMost(SOON).untilAsserted(() -> assertThat(ready(programs)).hasSameSizeAs(programs));
    }

    private static List<String> ready(List<Program> programs) {
        return programs.stream().filter(Program::ready).map(Program::name).toList();
    }

    private Program started(TestedProgram part, LocalBroker broker, Map<String, String> more) {
        return part.start(broker.bootstrapServers(), folder, more);
    }
}
