package io.tidings.runtime.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import io.tidings.contract.address.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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
        return (authority == null || isLocal("http://" + authority)) && (origin == null || isLocal(origin));
    }

    /** Returns whether a URL or an {@code Origin} names this machine. */
    public static boolean isLocal(String url) {
        try {
            var host = new URI(url).getHost();
            return host != null && isLocalHost(host);
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /** Returns whether a host is a loopback address, or a name that is one everywhere. */
    public static boolean isLocalHost(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || AddressRules.literal(name)
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }

    @Override
    public String description() {
        return "requests of this machine";
    }
}
