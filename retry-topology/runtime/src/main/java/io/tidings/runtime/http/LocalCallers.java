package io.tidings.runtime.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import io.tidings.contract.address.LocalHosts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages away from a listener on a loopback address, which only this machine reaches: a page may make the browser send requests here,
 * and read the responses if its own name resolves to a loopback address by then (DNS rebinding).
 */
public final class LocalCallers extends Filter {
    private static final String REFUSAL = "only programs of this machine may ask here, by a name of this machine\n";

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        var listener = exchange.getHttpContext().getServer().getAddress().getAddress();
        var headers = exchange.getRequestHeaders();
        if (!listener.isLoopbackAddress() || allows(headers.getFirst("Host"), headers.getFirst("Origin"))) {
            chain.doFilter(exchange);
            return;
        }
        try (exchange) {
            var body = REFUSAL.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(403, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /**
     * Returns whether a request was sent to a name of this machine, and by no page of another.
     *
     * @param authority the host and port that the caller asked for; null if it named none, which no browser does
     * @param origin of the page that sends the request; null if no page does
     */
    static boolean allows(@Nullable String authority, @Nullable String origin) {
        return (authority == null || LocalHosts.isLocal("http://" + authority))
                && (origin == null || LocalHosts.isLocal(origin));
    }

    @Override
    public String description() {
        return "requests of this machine";
    }
}
