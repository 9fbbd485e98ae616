package io.tidings.contract.address;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** The hosts that are this machine, wherever they are looked up. */
public final class LocalHosts {
    private LocalHosts() {}

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
}
