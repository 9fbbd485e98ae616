package io.tidings.ingest.server;

import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of one listener, each on its own virtual thread.
 *
 * @param authFailureDelay for clients that gave a wrong key
 * @param budget of memory for the bodies of all requests
 */
record RequestHandler(Function<Request, Response> handler, AuthFailureDelay authFailureDelay, BodyBudget budget) {
    private static final Logger log = LoggerFactory.getLogger(RequestHandler.class);

    /** Shares the memory and the delays with another listener. */
    RequestHandler with(Function<Request, Response> others) {
        return new RequestHandler(others, authFailureDelay, budget);
    }

    void serve(ServerRequest request, ServerResponse out) {
        var response = respond(request);
        if (response.wrongSecret()) {
            pause(authFailureDelay.delayAfterFailure(request.remotePeer().host(), System.nanoTime()));
        }
        out.status(response.status());
        response.headers().forEach(out::header);
        try {
            if (response.bytes().length == 0
                    || request.prologue().method().equals(Method.HEAD)) { // the server would send the body
                out.send();
            } else {
                out.send(response.bytes());
            }
        } catch (RuntimeException e) {
            response.ifLost().run();
            throw e;
        }
    }

    /** Blocks a virtual thread and the connection, which the client could keep open anyway. */
    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException _) { // the server stops
            Thread.currentThread().interrupt();
        }
    }

    private Response respond(ServerRequest request) {
        try (var share = budget.share()) {
            return handler.apply(read(request, share));
        } catch (UncheckedIOException | RequestException | CloseConnectionException e) {
            throw e; // the connection is lost or no longer HTTP; Helidon ends it
        } catch (RuntimeException e) {
            log.error("{} failed", request.prologue().method(), e);
            return Response.of(ApiError.of(
                    500,
                    "InternalServerError",
                    "an internal error; the log of the service has the cause, try again later"));
        }
    }

    private static Request read(ServerRequest request, BodyBudget.Share share) {
        return new Request(
                request.prologue().method().text(),
                request.prologue().uriPath().rawPath(),
                request.prologue().query().rawValue(),
                request.authority(),
                request.isSecure(),
                request.remotePeer().host(),
                headers(request.headers()),
                new BodyReader(request, share)::read,
                ClientWatch.ofThisConnection());
    }

    private static Map<String, String> headers(ServerRequestHeaders headers) {
        var map = new HashMap<String, String>();
        for (var header : headers) {
            map.putIfAbsent(header.headerName().lowerCase(), header.get());
        }
        return map;
    }
}
