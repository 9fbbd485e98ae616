package io.tidings.export.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobProgressJson;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequestJson;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.json.Validated;
import io.tidings.contract.record.StartMarker;
import io.tidings.export.blob.BlobReaders;
import io.tidings.export.source.JobSources;
import io.tidings.runtime.AllowedContainers;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A subscription with dead letters and past events, its jobs, and runners of them. */
final class JobFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedriveFixture bench = RedriveFixture.open();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final List<JobRunner> runners = new ArrayList<>();
    private final Consumer<byte[], byte[]> reader =
            bench.clients().consumer(Map.of("isolation.level", "read_committed"));
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
        return start(storage, AllowedContainers.ANY);
    }

    JobRunner start(@Nullable String storage, AllowedContainers containers) {
        return started(runner(bench.clients(), bench.topics(), storage, containers, InstantSource.system(), metrics));
    }

    /** Starts a runner whose clock is that much ahead of the broker's. */
    JobRunner startAheadBy(Duration time) {
        var clock = InstantSource.offset(InstantSource.system(), time);
        return started(runner(bench.clients(), bench.topics(), null, AllowedContainers.ANY, clock, metrics));
    }

    private JobRunner started(JobRunner runner) {
        runners.add(runner);
        return runner;
    }

    /** @param storage the folder of the containers, as a URI */
    static JobRunner runner(
            KafkaClients clients, Topics topics, @Nullable String storage, SimpleMeterRegistry metrics) {
        return runner(clients, topics, storage, AllowedContainers.ANY, InstantSource.system(), metrics);
    }

    private static JobRunner runner(
            KafkaClients clients,
            Topics topics,
            @Nullable String storage,
            AllowedContainers containers,
            InstantSource clock,
            SimpleMeterRegistry metrics) {
        var sources = new JobSources(
                clients,
                topics,
                new TopicIds(TopicIds.DEFAULT_FORMAT),
                null,
                new BlobReaders(Map.of(), storage, PATIENCE),
                containers);
        return JobRunner.start(sources, clients.producer(Map.of()), clock, metrics);
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
        return askFor(ofBilling(members));
    }

    String askFor(String body) throws Exception {
        return put(request(body));
    }

    /** Asks as an operator of all topics does. */
    String askOfAllTopics(String members) throws Exception {
        return put(request(ofBilling(members)).byOperatorOfAllTopics());
    }

    private static String ofBilling(String members) {
        return "{'topic':'orders','subscription':'billing'," + members + "}";
    }

    private static JobRequest request(String body) {
        var read = JobRequestJson.read(
                body.replace('\'', '"').getBytes(UTF_8), Instant.now(), "anna", (_, _) -> List.of());
        if (!(read instanceof Validated.Valid<JobRequest>(var request))) {
            throw new AssertionError(read);
        }
        return request;
    }

    /** Asks as the owner of the table does for a new subscription (B-START). */
    String askToStart(Instant since) throws Exception {
        return askToStart("uid-of-billing", since);
    }

    String askToStart(String uid, Instant since) throws Exception {
        var id = StartPlaces.job(uid);
        write(
                JobTable.requestKey(id),
                JobRequestJson.write(JobRequest.start(RedriveFixture.BILLING, since, Instant.now()))
                        .toString());
        return id;
    }

    /** Appends the marker of the subscription to a partition. */
    void mark(int partition) throws Exception {
        var headers = StartMarker.headers("orders", "uid-of-billing", 0);
        bench.send(new ProducerRecord<>(bench.topics().events(), partition, null, null, null, headers));
    }

    private String put(JobRequest request) throws Exception {
        var id = "job-" + asked++;
        write(JobTable.requestKey(id), JobRequestJson.write(request).toString());
        return id;
    }

    void wish(String id, JobWish wish) throws Exception {
        write(JobTable.wishKey(id), wish.wireName());
    }

    /** Writes the progress of a job as a runner does. */
    void write(String id, JobState state, Map<String, Long> positions) throws Exception {
        var progress =
                new JobProgress(state, Instant.now(), null, null, JobCounts.NONE, List.of(), positions, Set.of());
        write(JobTable.progressKey(id), new String(JobProgressJson.write(progress), UTF_8));
    }

    private void write(byte[] key, String value) throws Exception {
        bench.send(new ProducerRecord<>(bench.topics().jobs(), 0, key, value.getBytes(UTF_8), JobTable.headers()));
    }

    /** @param members of the subscription, as JSON */
    void subscribe(String members) throws Exception {
        subscribe(RedriveFixture.BILLING, members);
    }

    void subscribe(SubscriptionKey key, String members) throws Exception {
        bench.write(
                bench.topics().subscriptions(),
                key.toString(),
                """
                {"properties":{%s,"destination":{"endpointType":"WebHook","properties":\
                {"endpointUrl":"https://example.com/hook"}}}}\
                """.formatted(members),
                Map.of(
                        HeaderNames.SUBSCRIPTION_UID, "uid-of-" + key.name(),
                        HeaderNames.PROVISIONING_STATE, "Succeeded",
                        HeaderNames.VALIDATED, "true"));
    }

    RecordMetadata publish(String topic, String id, String type) throws Exception {
        var record = new ProducerRecord<byte[], byte[]>(
                bench.topics().events(), null, """
                    {"id":"%s","subject":"/orders/1","eventType":"%s","eventTime":"2026-11-21T12:00:00Z","dataVersion":"1",\
                    "data":{}}\
                    """.formatted(id, type).getBytes(UTF_8));
        record.headers().add(HeaderText.header(HeaderNames.TOPIC, topic));
        return bench.send(record);
    }

    Job job(String id) {
        return remembered(id).orElseThrow();
    }

    /** Returns the job as the records of the topic tell it; empty if it was removed. */
    Optional<Job> remembered(String id) {
        var table = new JobTable();
        read(record -> table.read(new String(record.key(), UTF_8), record.headers(), record.value()));
        return table.job(id);
    }

    /** Returns the keys of the topic's records without a value, in their order. */
    List<String> tombstones() {
        var keys = new ArrayList<String>();
        read(record -> {
            if (record.value() == null) {
                keys.add(new String(record.key(), UTF_8));
            }
        });
        return keys;
    }

    /** Returns how many offsets the topic of jobs has behind the last progress of a job. */
    long offsetsBehind(String id) {
        var last = new AtomicLong(-1);
        long end = read(record -> {
            if (Arrays.equals(record.key(), JobTable.progressKey(id))) {
                last.set(record.offset());
            }
        });
        return end - last.get() - 1;
    }

    /** Reads the committed records of the topic of jobs, and returns its end. */
    private synchronized long read(java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        var partition = new TopicPartition(bench.topics().jobs(), 0);
        reader.assign(List.of(partition));
        reader.seekToBeginning(List.of(partition));
        long end = reader.endOffsets(List.of(partition)).get(partition);
        while (reader.position(partition) < end) {
            reader.poll(Duration.ofMillis(100)).forEach(each);
        }
        return end;
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
        reader.close();
        bench.close();
    }
}
