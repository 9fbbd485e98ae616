package io.tidings.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.runtime.http.LocalCallers;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.metric.Metric;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin port of a process: {@code /health/live}, {@code /health/ready}, {@code /metrics}. */
public final class AdminServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AdminServer.class);

    /** How long any server of the JDK in this process may take to respond, before it closes the connection. */
    public static final Duration TO_RESPOND = Duration.ofSeconds(30);

    /** The time in seconds to receive a request, and to send its response. */
    private static final Map<String, String> LIMITS = Map.of(
            "sun.net.httpserver.maxReqTime",
            "5",
            "sun.net.httpserver.maxRspTime",
            Long.toString(TO_RESPOND.toSeconds()));

    private final HttpServer server;
    private final ExecutorService threads;
    private final Duration livenessTimeout;
    private final PrometheusMeterRegistry metrics;
    private final List<Program> programs = new CopyOnWriteArrayList<>();
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    private AdminServer(
            HttpServer server, ExecutorService threads, Duration livenessTimeout, PrometheusMeterRegistry metrics) {
        this.server = server;
        this.threads = threads;
        this.livenessTimeout = livenessTimeout;
        this.metrics = metrics;
    }

    /**
     * @param livenessTimeout how long a loop may stand still until its program is no longer live
     * @throws InvalidSettings if the port is taken
     */
    public static AdminServer start(String host, int port, Duration livenessTimeout, PrometheusMeterRegistry metrics) {
        try {
            // The JDK's server reads these properties once; without them it waits for the end of a request for ever.
            LIMITS.forEach((name, seconds) -> System.getProperties().putIfAbsent(name, seconds));
            var threads = Executors.newVirtualThreadPerTaskExecutor();
            var admin = new AdminServer(
                    HttpServer.create(new InetSocketAddress(host, port), 0), threads, livenessTimeout, metrics);
            admin.server.setExecutor(threads);
            var callers = new LocalCallers();
            admin.server.createContext("/health/live", admin::live).getFilters().add(callers);
            admin.server
                    .createContext("/health/ready", admin::ready)
                    .getFilters()
                    .add(callers);
            admin.server.createContext("/metrics", admin::metrics).getFilters().add(callers);
            admin.server.start();
            return admin;
        } catch (IOException e) {
            throw new InvalidSettings(List.of("admin.port: " + host + ":" + port + " cannot be opened ("
                    + e.getMessage() + "); choose another or stop what uses it"));
        }
    }

    /** Adds a program to the health and metrics. */
    public void watch(Program program) {
        programs.add(program);
        Metric.LIVE.gauge(metrics, program, watched -> troubles(watched).isEmpty() ? 1 : 0, "program", program.name());
        Metric.READY.gauge(metrics, program, watched -> watched.ready() ? 1 : 0, "program", program.name());
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void live(HttpExchange exchange) throws IOException {
        var body = new StringBuilder();
        for (var program : programs) {
            troubles(program)
                    .forEach(trouble -> body.append(program.name())
                            .append(": ")
                            .append(trouble)
                            .append('\n'));
        }
        boolean live = body.isEmpty();
        respond(exchange, live ? 200 : 503, "text/plain; charset=utf-8", live ? "live\n" : body.toString());
    }

    /** Returns sentences: why the program has to be started again. */
    private List<String> troubles(Program program) {
        if (program.ended().toCompletableFuture().isCompletedExceptionally()) {
            return List.of("failed");
        }
        var hanging = program.hanging(livenessTimeout);
        hanging.forEach(this::report);
        return hanging.stream().map(Hang::sentence).toList();
    }

    /** Once for each loop: the process is usually killed soon, and its stack would be lost. */
    private void report(Hang hang) {
        if (reported.add(hang.loop())) {
            log.error("{}, so the process is no longer live", hang.sentence(), hang.place());
        }
    }

    private void ready(HttpExchange exchange) throws IOException {
        var body = new StringBuilder();
        boolean all = !programs.isEmpty();
        for (var program : programs) {
            all &= program.ready();
            body.append(program.name()).append(program.ready() ? ": ready\n" : ": not ready\n");
            program.problems()
                    .forEach(problem -> body.append("  ").append(problem).append('\n'));
        }
        respond(exchange, all ? 200 : 503, "text/plain; charset=utf-8", body.toString());
    }

    private void metrics(HttpExchange exchange) throws IOException {
        respond(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
    }

    private static void respond(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
