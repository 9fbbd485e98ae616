package io.tidings.ingest.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnectionSelector;
import io.tidings.contract.event.EventLimits;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.InvalidSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;

/** The HTTP server: one virtual thread a connection, bounded requests, all errors in one form. */
public final class IngestServer implements AutoCloseable {
    /** The server logs to the JDK's log; the program reports its start itself. */
    private static final java.util.logging.Logger SERVER_LOG = java.util.logging.Logger.getLogger("io.helidon");

    private static final String HTTPS = "https";
    private static final String MANAGEMENT = "management";
    private static final String AGENTS = "mcp";
    private static final int MAX_HEADER_BYTES = 32 * 1024;
    private static final int MAX_FIRST_LINE_BYTES = 8 * 1024;

    /** The longest wait of a request for memory. */
    private static final Duration ROOM_PATIENCE = Duration.ofSeconds(2);

    private final WebServer server;
    private final ServerConfig config;
    private final boolean agents;
    private final ResponseDeadlines responses;

    private IngestServer(WebServer server, ServerConfig config, boolean agents, ResponseDeadlines responses) {
        this.server = server;
        this.config = config;
        this.agents = agents;
        this.responses = responses;
    }

    /**
     * @param publishing for the ports that publishers reach
     * @param management for the port of management, if it has one
     * @throws InvalidSettings if a port is taken or the certificate is invalid
     */
    public static IngestServer start(
            ServerConfig config, Function<Request, Response> publishing, Function<Request, Response> management) {
        return start(config, publishing, management, null);
    }

    /**
     * A listener of its own.
     *
     * @param handler of its requests
     */
    public record Own(ServerConfig.Listener at, Function<Request, Response> handler) {}

    /** @param agents null if none are served */
    public static IngestServer start(
            ServerConfig config,
            Function<Request, Response> publishing,
            Function<Request, Response> management,
            @Nullable Own agents) {
        var service = new RequestHandler(
                publishing,
                new AuthFailureDelay(config.wrongKeyDelay()),
                new BodyBudget(config.bodyBytes(), ROOM_PATIENCE));
        var responses = new ResponseDeadlines(config.responseTimeout(), System::nanoTime);
        SERVER_LOG.setLevel(Level.WARNING);
        var builder = WebServer.builder()
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .shutdownGracePeriod(config.drainTimeout());
        try {
            requireFree(config, agents);
            if (config.httpPort() != null) {
                listen(builder, config, config.httpPort(), service, responses);
                if (config.https() != null) {
                    builder.putSocket(HTTPS, secureListener(config, config.https(), service, responses));
                }
            } else if (config.https() != null) {
                listen(builder, config, config.https().port(), service, responses);
                secure(builder, config.https());
            }
            if (config.management() != null) {
                builder.putSocket(
                        MANAGEMENT,
                        listener(MANAGEMENT, config, config.management(), service.with(management), responses));
            }
            if (agents != null) {
                builder.putSocket(
                        AGENTS, listener(AGENTS, config, agents.at(), service.with(agents.handler()), responses));
            }
            var server = builder.build().start();
            if (!server.isRunning()) {
                throw new IllegalStateException("a port was taken meanwhile"); // it only logs that
            }
            return new IngestServer(server, config, agents != null, responses);
        } catch (RuntimeException | IOException e) {
            responses.close();
            throw new InvalidSettings(
                    List.of("http.port, https.port, management.port, mcp.port: the server cannot listen on "
                            + config.host()
                            + (config.management() == null
                                    ? ""
                                    : " and " + config.management().host()) + " ("
                            + rootMessage(e) + "); choose other ports, or check tls.certificate and tls.key"));
        }
    }

    /** Helidon would log a taken port with a stack trace and return as if it had started. */
    private static void requireFree(ServerConfig config, @Nullable Own agents) throws IOException {
        var address = InetAddress.getByName(config.host());
        if (config.httpPort() != null) {
            new ServerSocket(config.httpPort(), 1, address).close();
        }
        if (config.https() != null) {
            new ServerSocket(config.https().port(), 1, address).close();
        }
        var management = config.management();
        if (management != null) {
            requireFree(management);
        }
        if (agents != null) {
            requireFree(agents.at());
        }
    }

    private static void requireFree(ServerConfig.Listener at) throws IOException {
        new ServerSocket(at.port(), 1, InetAddress.getByName(at.host())).close();
    }

    private static ListenerConfig secureListener(
            ServerConfig config, ServerConfig.Https https, RequestHandler service, ResponseDeadlines responses) {
        var listener = ListenerConfig.builder().name(HTTPS).shutdownGracePeriod(config.drainTimeout());
        listen(listener, config, https.port(), service, responses);
        secure(listener, https);
        return listener.build();
    }

    /** Has TLS if publishers have it. */
    private static ListenerConfig listener(
            String name,
            ServerConfig config,
            ServerConfig.Listener at,
            RequestHandler service,
            ResponseDeadlines responses) {
        var listener = ListenerConfig.builder().name(name).shutdownGracePeriod(config.drainTimeout());
        listen(listener, config, at.port(), service, responses);
        listener.host(at.host());
        if (config.https() != null) {
            secure(listener, config.https());
        }
        return listener.build();
    }

    private static void listen(
            ListenerConfig.BuilderBase<?, ?> listener,
            ServerConfig config,
            int port,
            RequestHandler service,
            ResponseDeadlines responses) {
        listener.host(config.host())
                .port(port)
                .contentEncoding(EncodedBodies.create())
                .maxTcpConnections(config.maxConnections())
                .maxPayloadSize(EventLimits.MAX_REQUEST_BYTES + BodyReader.MAX_DISCARDED_BYTES)
                .connectionOptions(
                        socket -> socket.readTimeout(config.readTimeout()).tcpNoDelay(true))
                .errorHandling(errors -> errors.includeEntity(false))
                .directHandlers(DirectHandlers.builder()
                        .addHandler(DirectHandler.EventType.BAD_REQUEST, IngestServer::refused)
                        .addHandler(DirectHandler.EventType.PAYLOAD_TOO_LARGE, IngestServer::refused)
                        .addHandler(DirectHandler.EventType.OTHER, IngestServer::refused)
                        .addHandler(DirectHandler.EventType.INTERNAL_ERROR, IngestServer::failed)
                        .build())
                .protocolsDiscoverServices(false)
                .addConnectionSelector(new ConnectionShares(
                        new RequestDeadlines(http1(), config.requestTimeout(), System::nanoTime, responses),
                        config.maxConnections()))
                .routing(HttpRouting.builder().any(service::serve));
    }

    private static ServerConnectionSelector http1() {
        return Http1ConnectionSelector.builder()
                .config(Http1Config.builder()
                        .maxPrologueLength(MAX_FIRST_LINE_BYTES)
                        .maxHeadersSize(MAX_HEADER_BYTES)
                        .build())
                .build();
    }

    private static void secure(ListenerConfig.BuilderBase<?, ?> listener, ServerConfig.Https https) {
        var keys = Keys.builder()
                .pem(pem -> pem.key(Resource.create(https.key())).certChain(Resource.create(https.certificate())))
                .build();
        listener.tls(tls -> tls.privateKey(keys).privateKeyCertChain(keys));
    }

    /** The response to requests that Helidon refuses itself: no HTTP, or too large headers or payload. */
    private static DirectHandler.TransportResponse refused(
            DirectHandler.TransportRequest request,
            DirectHandler.EventType type,
            Status status,
            io.helidon.http.ServerResponseHeaders headers,
            @Nullable String message) {
        var error = status.code() == 413
                ? tooLarge()
                : ApiError.of(status.code(), "BadRequest", "this is not a valid HTTP request");
        headers.set(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8");
        return DirectHandler.TransportResponse.builder()
                .status(status)
                .headers(headers)
                .keepAlive(false)
                .entity((error.json() + "\n").getBytes(UTF_8))
                .build();
    }

    /** Helidon takes some bytes that are no HTTP for an error of its own; a request that it could read has a path. */
    private static DirectHandler.TransportResponse failed(
            DirectHandler.TransportRequest request,
            DirectHandler.EventType type,
            Status status,
            io.helidon.http.ServerResponseHeaders headers,
            @Nullable String message) {
        return request.path().isEmpty()
                ? refused(request, type, Status.BAD_REQUEST_400, headers, message)
                : DirectHandler.defaultHandler().handle(request, type, status, headers, message);
    }

    private static ApiError tooLarge() {
        return ApiError.of(
                413,
                "PayloadTooLarge",
                "the request has more than " + EventLimits.MAX_REQUEST_BYTES + " bytes; send fewer events at once");
    }

    private static String rootMessage(Throwable e) {
        var root = e;
        for (var cause = e.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    /** Returns -1 without plain HTTP. */
    public int httpPort() {
        return config.httpPort() == null ? -1 : server.port();
    }

    /** Returns -1 without HTTPS. */
    public int httpsPort() {
        if (config.https() == null) {
            return -1;
        }
        return config.httpPort() == null ? server.port() : server.port(HTTPS);
    }

    /** Returns -1 if management has no port of its own. */
    public int managementPort() {
        return config.management() == null ? -1 : server.port(MANAGEMENT);
    }

    /** Returns -1 if agents are not served. */
    public int agentsPort() {
        return agents ? server.port(AGENTS) : -1;
    }

    public boolean running() {
        return server.isRunning();
    }

    /** Accepts no more requests and lets running ones end. */
    @Override
    public void close() {
        server.stop();
        responses.close();
    }
}
