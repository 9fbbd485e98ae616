package io.tidings.ingest.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An HTTP request. Its query may hold a key, so it is never printed.
 *
 * @param path as sent, not decoded
 * @param query as sent, not decoded; empty if there is none
 * @param authority host and port as the client called this server
 * @param remoteAddress of the other end of the connection: the client, or a proxy in front of this server
 * @param headers first values by lower-case name
 * @param body reads it on demand, once
 * @param client says when nobody waits for the response any more
 */
public record Request(
        String method,
        String path,
        String query,
        String authority,
        boolean secure,
        String remoteAddress,
        Map<String, String> headers,
        Supplier<Body> body,
        Client client) {
    public Request {
        headers = Map.copyOf(headers);
    }

    /** A request of a client that waits for the response. */
    public Request(
            String method,
            String path,
            String query,
            String authority,
            boolean secure,
            String remoteAddress,
            Map<String, String> headers,
            Supplier<Body> body) {
        this(method, path, query, authority, secure, remoteAddress, headers, body, CompletableFuture::new);
    }

    /** The client of a request whose body was read. */
    @FunctionalInterface
    public interface Client {
        /** Completes when the client closes the connection; that is watched from the first call on. */
        CompletableFuture<Void> gone();
    }

    /** Returns this request with another body. */
    public Request with(Supplier<Body> other) {
        return new Request(method, path, query, authority, secure, remoteAddress, headers, other, client);
    }

    /** Returns this request at another place. */
    public Request to(String otherPath, String otherQuery) {
        return new Request(method, otherPath, otherQuery, authority, secure, remoteAddress, headers, body, client);
    }

    /** @param name in lower case */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** Returns the words of the path, as sent. */
    public List<String> segments() {
        return Stream.of(path.split("/", -1)).filter(each -> !each.isEmpty()).toList();
    }

    /** Returns a word of a path, decoded. In a path a plus sign is no space; an invalid escape stays as it is. */
    public static String segment(String sent) {
        return decoded(sent.replace("+", "%2B")).orElse(sent);
    }

    /** Scheme, host and port as the client called this server. */
    public String origin() {
        return (secure ? "https://" : "http://") + authority;
    }

    /** Returns the first label of the host name as the client called this server. */
    public String hostLabel() {
        return authority.split("[.:]", 2)[0];
    }

    /** Returns the first value of a query parameter, decoded. */
    public Optional<String> parameter(String name) {
        for (var pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && isNamed(pair.substring(0, equals), name)) {
                return decoded(pair.substring(equals + 1));
            }
        }
        return Optional.empty();
    }

    /** Clients escape the {@code $} of some names. */
    private static boolean isNamed(String sent, String name) {
        return sent.equals(name)
                || (sent.indexOf('%') >= 0 && decoded(sent).filter(name::equals).isPresent());
    }

    private static Optional<String> decoded(String value) {
        try {
            return Optional.of(URLDecoder.decode(value, UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // an invalid escape counts as no parameter
        }
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
