package io.tidings.chaos.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tidings.testbed.HostileJson;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ManagementClient.Response;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.load.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A tenant with a topic of its own, who attacks the others with his events, his endpoint, his jobs, wrong tokens and
 * connections that are read slowly or not at all. Safe for use by many threads.
 */
public final class HostileTenant implements AutoCloseable {
    /** The length of an attack, and of the quiet time before it. */
    public static final Duration HALF = Duration.ofSeconds(10);

    private static final String NAME = "hostile tenant";
    public static final String ATTACK = "attack of the " + NAME;
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(2), Duration.ofMillis(100));
    private static final String TOPIC = "hostile";
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;

    private static final Duration BETWEEN_EVENTS = Duration.ofMillis(10);
    private static final Duration BETWEEN_LONG_IDS = Duration.ofMillis(25);
    private static final Duration BETWEEN_READS = Duration.ofMillis(100);
    private static final int JOBS_AT_ONCE = 2;

    /** Responses to wrong tokens are delayed by up to three seconds. */
    private static final int GUESSES_AT_ONCE = 50;

    private static final int LONG_ID = 600 * 1024;
    /** So many connections are not read at all, and as many a byte at a time. */
    private static final int UNREAD = 50;

    private static final int RESPONSES = 100;
    private static final int BACKLOG = 1_000;

    /** Some 60 KB of a job. */
    private static final String EVENT_IDS = IntStream.range(0, 240)
            .mapToObj(i -> "\"" + i + "x".repeat(240) + "\"")
            .collect(Collectors.joining(","));

    private static final byte[] HINTS =
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1_000).getBytes(US_ASCII);

    private final int port;
    private final ManagementClient api;
    private final ManagementClient stranger;
    private final ServerSocket endpoint;
    private final Map<String, Map<Integer, Integer>> responses = new TreeMap<>();
    private final AtomicInteger floods = new AtomicInteger();

    private HostileTenant(int port) {
        this.port = port;
        api = new ManagementClient(port, ClusterPlan.TOKEN);
        stranger = new ManagementClient(port, "not-" + ClusterPlan.TOKEN);
        try {
            endpoint = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tenant subscribes, is quiet for a while, and attacks for as long, so that both times can be compared. */
    public static Fault fault() {
        return new Fault("a topic of a " + NAME, Reach.OTHERS, Set.of(NAME), cluster -> {
            try (var tenant = new HostileTenant(cluster.ingestPort())) {
                if (!PATIENCE.until(tenant::subscribed)) {
                    throw new IllegalStateException("the %s could not subscribe within %s; read the log of ingest"
                            .formatted(NAME, PATIENCE.longest()));
                }
                FixedPause.sleep(HALF);
                cluster.timeline().during(ATTACK, Reach.OTHERS, tenant::attack);
                cluster.timeline().say("the %s got %s".formatted(NAME, tenant.judged()));
            }
            cluster.awaitReady();
        });
    }

    private boolean subscribed() {
        return api.putTopic(TOPIC, "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}")
                        .successful()
                && subscribed("flooding", "")
                && subscribed("ordering", ",\"tidings\":{\"orderBy\":\"/data/k\"}");
    }

    private boolean subscribed(String name, String more) {
        return api.putSubscription(TOPIC, name, """
            {"properties":{"destination":{"endpointType":"WebHook",\
            "properties":{"endpointUrl":"http://127.0.0.1:%d/%s"}},"retryPolicy":{"maxDeliveryAttempts":2}%s}}\
            """.formatted(endpoint.getLocalPort(), name, more))
                .successful();
    }

    private void attack() {
        long end = System.nanoTime() + HALF.toNanos();
        // The endpoint accepts nothing any more when the executor of its connections is closed.
        try (var connections = threads("hostile-connection-");
                var threads = threads("hostile-")) {
            threads.execute(() -> flood(connections));
            again(threads, end, 1, "events with huge numbers", i -> {
                FixedPause.sleep(BETWEEN_EVENTS);
                return publish("n" + i);
            });
            again(threads, end, 1, "ids of 600 KB", i -> {
                FixedPause.sleep(BETWEEN_LONG_IDS);
                return publish(i + "x".repeat(LONG_ID));
            });
            again(threads, end, JOBS_AT_ONCE, "jobs", _ -> job());
            again(threads, end, GUESSES_AT_ONCE, "wrong tokens", _ -> stranger.manage("GET", "/topics", ""));
            for (int i = 0; i < UNREAD; i++) {
                threads.execute(() -> askForMuch(end, 0));
                threads.execute(() -> askForMuch(end, 1));
            }
            FixedPause.sleep(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            closeEndpoint();
        }
    }

    private static ExecutorService threads(String name) {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name, 0).factory());
    }

    private void again(Executor threads, long end, int atOnce, String what, IntFunction<Response> step) {
        for (int thread = 0; thread < atOnce; thread++) {
            threads.execute(() -> {
                for (int i = 0; System.nanoTime() - end < 0; i++) {
                    int status = step.apply(i).statusCode();
                    synchronized (responses) {
                        responses.computeIfAbsent(what, _ -> new TreeMap<>()).merge(status, 1, Integer::sum);
                    }
                }
            });
        }
    }

    private Response publish(String id) {
        return api.publish(TOPIC, """
            [{"id":"%s","subject":"s","eventType":"t","eventTime":"2026-11-27T12:00:00Z","dataVersion":"1",\
            "data":{"k":%s}}]\
            """.formatted(id, HostileJson.HUGE_EXPONENT.json()));
    }

    private Response job() {
        var created = api.manage("POST", "/jobs", """
            {"kind":"redrive","topic":"%s","subscription":"flooding","select":{"eventIds":[%s]}}\
            """.formatted(TOPIC, EVENT_IDS));
        return created.successful()
                ? api.manage("POST", "/jobs/" + created.json().path("id").textValue() + "/cancel", "")
                : created;
    }

    /** @param bytes that are read at a time */
    private void askForMuch(long end, int bytes) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /openapi.json HTTP/1.1\r\nHost: tidings\r\n\r\n"
                            .repeat(RESPONSES)
                            .getBytes(US_ASCII));
            while (System.nanoTime() - end < 0 && socket.getInputStream().read(new byte[bytes]) >= 0) {
                FixedPause.sleep(BETWEEN_READS);
            }
        } catch (IOException e) {
            // the service has closed it
        }
    }

    /** Responds to each connection with interim responses, without end. */
    private void flood(Executor connections) {
        try {
            while (true) {
                var socket = endpoint.accept();
                connections.execute(() -> flood(socket));
            }
        } catch (IOException e) {
            // the attack is over
        }
    }

    private void flood(Socket connection) {
        floods.incrementAndGet();
        try (connection) {
            while (!endpoint.isClosed()) {
                connection.getOutputStream().write(HINTS);
            }
        } catch (IOException e) {
            // the worker has closed it
        }
    }

    /** Returns the statuses that he got. */
    private String judged() {
        synchronized (responses) {
            allAre(BAD_REQUEST, "ids of 600 KB");
            allAre(UNAUTHORIZED, "wrong tokens");
            return responses + " and flooded " + floods.get() + " connections";
        }
    }

    /** A request without a response, or one that finds no room, is no success either. */
    private void allAre(int refusal, String what) {
        var statuses = responses.getOrDefault(what, Map.of());
        if (!statuses.containsKey(refusal)
                || statuses.keySet().stream().anyMatch(status -> status >= OK && status < BAD_REQUEST)) {
            throw new IllegalStateException("%s were not refused with %d: %s".formatted(what, refusal, statuses));
        }
    }

    private void closeEndpoint() {
        try {
            endpoint.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closeEndpoint();
        api.manage("DELETE", "/topics/" + TOPIC, "");
        api.close();
        stranger.close();
    }
}
