package io.tidings.contract.secret;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * The scheme, host and port of a URL in one spelling, such as {@code https://hooks.example:443}: the text is the same
 * for all URLs of one origin.
 */
public record CanonicalOrigin(String text) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Returns empty if the URL has no host, or no port and a scheme without a default. */
    public static Optional<CanonicalOrigin> of(URI url) {
        if (url.getScheme() == null || url.getHost() == null) {
            return Optional.empty();
        }
        var scheme = url.getScheme().toLowerCase(Locale.ROOT);
        int port = url.getPort() >= 0 ? url.getPort() : defaultPort(scheme);
        return port < 0
                ? Optional.empty()
                : Optional.of(new CanonicalOrigin(scheme + "://" + host(url.getHost()) + ":" + port));
    }

    private static int defaultPort(String scheme) {
        return switch (scheme) {
            case "http" -> HTTP_PORT;
            case "https" -> HTTPS_PORT;
            default -> -1;
        };
    }

    /** {@link URI} accepts names in ASCII only, so that lower case is enough. */
    private static String host(String host) {
        if (host.startsWith("[")) {
            return ipv6(host.substring(1, host.length() - 1));
        }
        var name = host.toLowerCase(Locale.ROOT);
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** A zone names an interface of this machine and stays as it is. */
    private static String ipv6(String literal) {
        int percent = literal.indexOf('%');
        var zone = percent < 0 ? "" : literal.substring(percent);
        var address = percent < 0 ? literal : literal.substring(0, percent);
        try {
            var canonical = InetAddress.ofLiteral(address).getHostAddress();
            return canonical.indexOf(':') < 0 ? canonical : "[" + canonical + zone + "]";
        } catch (IllegalArgumentException e) {
            return "[" + literal.toLowerCase(Locale.ROOT) + "]";
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
