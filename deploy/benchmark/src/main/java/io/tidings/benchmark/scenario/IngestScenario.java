package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.benchmark.traffic.PostingMain;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.report.MeasuredInterval;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/**
 * Publishing over HTTP, where the response means that the events are durable in Kafka.
 *
 * <p>The row is compared with the same requests whose last event has no source: ingest reads, authorises and parses
 * them in
 * the same way, and responds 400 without Kafka.
 *
 * @param eventsPerRequest more than one go as an array
 */
public record IngestScenario(int eventsPerRequest) implements Scenario {
    private static final String KEY = "the-key-of-the-benchmark";
    private static final int OK = 200;
    private static final int REFUSED = 400;
    private static final int PART = 4;
    /** A server responds half as fast while it compiles. */
    private static final int LONGER_WARM_UP = 6;

    private static final int LARGER = 5;
    private static final long LOOK_NANOS = 20_000_000;

    @Override
    public String id() {
        return "ingest-" + eventsPerRequest;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load().part(PART).warmedUp(LONGER_WARM_UP);
        var title = "ingest, %d event%s a request".formatted(eventsPerRequest, eventsPerRequest == 1 ? "" : "s");
        int port = FreePort.next();
        var setup = ServiceSetup.shipped(Service.INGEST, bench.root()).listening(port);
        try (var _ = bench.progress(title);
                var cluster = BenchmarkCluster.open(bench, id(), load, Map.of(ClusterPlan.INGEST, setup))) {
            new ResourceSetup(cluster.clients()).topic(KEY);
            var service = cluster.processes().service(ClusterPlan.INGEST);
            service.start();
            var ingest = service.process();
            var endpoint = URI.create("http://127.0.0.1:%d/topics/%s/api/events".formatted(port, ResourceSetup.TOPIC));
            awaitTopic(endpoint, ingest);

            var publishing = new Publishing(cluster, ingest, order(endpoint, load, OK));
            var accepted = publishing.interval("publisher");
            long lost = publishing.order().requests() * (long) eventsPerRequest - inKafka(cluster, load);
            var refused = new Publishing(cluster, ingest, order(endpoint, load, REFUSED)).interval("refused");
            return List.of(
                    new ResultRow(
                            id(),
                            title,
                            accepted,
                            new DeliveryErrors(lost, 0),
                            Measurements.atGivenPace()
                                    .with("÷ without Kafka", accepted.perSecond() / refused.perSecond()),
                            cluster.settings()),
                    new ResultRow(
                            id() + "-refused",
                            title + ", without Kafka",
                            refused,
                            DeliveryErrors.ALL_ONCE,
                            Measurements.atGivenPace(),
                            cluster.settings()));
        }
    }

    private PostingMain.Order order(URI endpoint, LoadSize load, int status) {
        int part = eventsPerRequest == 1 ? 1 : eventsPerRequest / LARGER + 1;
        return new PostingMain.Order(
                endpoint,
                Math.max(1, load.warmUp() / part),
                Math.max(2, load.events() / part),
                load.connections(),
                load.eventBytes(),
                eventsPerRequest,
                status,
                List.of("aeg-sas-key=" + KEY));
    }

    private record Publishing(BenchmarkCluster cluster, ChildProcess ingest, PostingMain.Order order) {
        MeasuredInterval interval(String name) {
            try (var client =
                    cluster.processes().startBeside(name, PostingMain.class, ProcessGroup.JVM, order.arguments())) {
                long events = (order.requests() - order.warmUp()) * (long) order.eventsPerRequest();
                return new UsageMeter(List.of(ingest, cluster.broker(), client)).betweenAnnouncements(client, events);
            }
        }
    }

    private static long inKafka(BenchmarkCluster cluster, LoadSize load) {
        var partitions = IntStream.range(0, load.partitions())
                .mapToObj(partition -> new TopicPartition(BenchmarkCluster.TOPICS.events(), partition))
                .toList();
        try (var consumer = cluster.clients().consumer(Map.of())) {
            return consumer.endOffsets(partitions).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /** Ingest responds 404 until it knows the topic. */
    private static void awaitTopic(URI endpoint, ChildProcess ingest) {
        while (!answersOptions(endpoint)) {
            ingest.requireRunning();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static boolean answersOptions(URI endpoint) {
        try {
            var connection = (HttpURLConnection) endpoint.toURL().openConnection();
            connection.setRequestMethod("OPTIONS");
            return connection.getResponseCode() == OK;
        } catch (IOException e) {
            return false; // not listening yet
        }
    }
}
