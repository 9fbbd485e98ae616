package io.tidings.export.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequestJson;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.json.Validated;
import io.tidings.export.blob.BlobReaders;
import io.tidings.export.redrive.RedriveFixture;
import io.tidings.export.source.JobSources;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.SharedBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A subscription with dead letters and past events, its jobs, and runners of them. */
final class JobFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedriveFixture bench = RedriveFixture.open();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final List<JobRunner> runners = new ArrayList<>();
    private int asked;

    JobFixture() throws Exception {}

    RedriveFixture bench() {
        return bench;
    }

    JobRunner start() {
        return start(null);
    }

    /** @param storage the folder of the containers, as a URI */
    JobRunner start(@Nullable String storage) {
        var runner = runner(bench.clients(), bench.topics(), storage, metrics);
        runners.add(runner);
        return runner;
    }

    /** @param storage the folder of the containers, as a URI */
    static JobRunner runner(
            KafkaClients clients, Topics topics, @Nullable String storage, SimpleMeterRegistry metrics) {
        var sources = new JobSources(
                clients,
                topics,
                new TopicIds(TopicIds.DEFAULT_FORMAT),
                null,
                new BlobReaders(Map.of(), storage, PATIENCE));
        return JobRunner.start(sources, clients.producer(Map.of()), InstantSource.system(), metrics);
    }

    /** A runner in a process of its own. */
    Process startProcess(Path output) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JobRunnerProcess.class.getName(),
                        SharedBroker.get().bootstrapServers(),
                        bench.topics().prefix())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** @param members in apostrophes, beside topic and subscription */
    String ask(String members) throws Exception {
        var body = "{'topic':'orders','subscription':'billing'," + members + "}";
        return askFor(body);
    }

    String askFor(String body) throws Exception {
        var id = "job-" + asked++;
        var read = JobRequestJson.read(body.replace('\'', '"').getBytes(UTF_8), Instant.now(), "anna");
        if (!(read instanceof Validated.Valid<JobRequest>(var request))) {
            throw new AssertionError(read);
        }
        write(JobTable.requestKey(id), JobRequestJson.write(request).toString());
        return id;
    }

    void wish(String id, JobWish wish) throws Exception {
        write(JobTable.wishKey(id), wish.wireName());
    }

    private void write(byte[] key, String value) throws Exception {
        bench.send(new ProducerRecord<>(bench.topics().jobs(), 0, key, value.getBytes(UTF_8), JobTable.headers()));
    }

    /** @param members of the subscription, as JSON */
    void subscribe(String members) throws Exception {
        bench.write(
                bench.topics().subscriptions(),
                RedriveFixture.BILLING.toString(),
                """
                {"properties":{%s,"destination":{"endpointType":"WebHook","properties":\
                {"endpointUrl":"https://example.com/hook"}}}}\
                """.formatted(members),
                Map.of(
                        HeaderNames.SUBSCRIPTION_UID, "uid-of-billing",
                        HeaderNames.PROVISIONING_STATE, "Succeeded",
                        HeaderNames.VALIDATED, "true"));
    }

    void publish(String topic, String id, String type) throws Exception {
        var record = new ProducerRecord<byte[], byte[]>(
                bench.topics().events(), null, """
                    {"id":"%s","subject":"/orders/1","eventType":"%s","eventTime":"2026-11-21T12:00:00Z","dataVersion":"1",\
                    "data":{}}\
                    """.formatted(id, type).getBytes(UTF_8));
        record.headers().add(HeaderText.header(HeaderNames.TOPIC, topic));
        bench.send(record);
    }

    Job job(String id) {
        var table = new JobTable();
        var partition = new TopicPartition(bench.topics().jobs(), 0);
        try (var consumer = bench.clients().consumer(Map.of("isolation.level", "read_committed"))) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record ->
                                table.read(new String(record.key(), UTF_8), record.headers(), record.value()));
            }
        }
        return table.job(id).orElseThrow();
    }

    /** Returns how many offsets the topic of jobs has behind the last progress of a job. */
    long offsetsBehind(String id) {
        var partition = new TopicPartition(bench.topics().jobs(), 0);
        long last = -1;
        try (var consumer = bench.clients().consumer(Map.of())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    last = Arrays.equals(record.key(), JobTable.progressKey(id)) ? record.offset() : last;
                }
            }
            return end - last - 1;
        }
    }

    Job awaitState(String id, JobState state) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> job(id).state() == state);
        return job(id);
    }

    Job awaitWritten(String id, long number) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> written(id) >= number);
        return job(id);
    }

    long written(String id) {
        var progress = job(id).progress();
        return progress == null ? 0 : progress.counts().written();
    }

    SimpleMeterRegistry metrics() {
        return metrics;
    }

    @Override
    public void close() {
        runners.forEach(JobRunner::close);
        bench.close();
    }
}
