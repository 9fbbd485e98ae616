package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.address.Network;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The proxy that all requests to endpoints and token URLs go through, by CONNECT to the address that was checked
 * (B-PROXY).
 *
 * @param credentials of the proxy as user:password; null for none
 * @param names of hosts that are reached directly, with all below them
 * @param networks that are reached directly
 */
public record OutgoingProxy(
        String host,
        int port,
        @Nullable String credentials,
        List<String> names,
        List<Network> networks) {
    private static final Pattern URL =
            Pattern.compile("http://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})/?", Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");

    public OutgoingProxy {
        names = List.copyOf(names);
        networks = List.copyOf(networks);
    }

    /**
     * @param url such as http://proxy.example.com:3128
     * @param bypass names, suffixes such as .example.com, addresses and networks
     * @throws IllegalArgumentException if one of them cannot be read
     */
    public static OutgoingProxy parse(String url, @Nullable String credentials, List<String> bypass) {
        var parts = URL.matcher(url.strip());
        if (!parts.matches() || !isPort(Integer.parseInt(parts.group(2)))) {
            throw new IllegalArgumentException("must be http://host:port, without user and password");
        }
        var names = new ArrayList<String>();
        var networks = new ArrayList<Network>();
        for (var each : bypass) {
            var name = each.strip().toLowerCase(Locale.ROOT).replaceFirst("^\\*?\\.", "");
            if (name.matches("[0-9.]+|.*[:/].*")) {
                networks.add(Network.parse(name));
            } else if (NAME.matcher(name).matches()) {
                names.add(name);
            } else {
                throw new IllegalArgumentException("\"" + each + "\" is no host name, suffix or network");
            }
        }
        return new OutgoingProxy(parts.group(1), Integer.parseInt(parts.group(2)), credentials, names, networks);
    }

    private static boolean isPort(int number) {
        return number > 0 && number <= 0xffff;
    }

    /** Returns whether the endpoint is reached directly. */
    public boolean bypassed(String name, InetAddress address) {
        var lower = name.toLowerCase(Locale.ROOT);
        return names.stream().anyMatch(each -> lower.equals(each) || lower.endsWith("." + each))
                || networks.stream().anyMatch(each -> each.contains(address));
    }

    /** The proxy's own address, which may be a private one; blocks while its name is looked up. */
    public InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /** The request for a tunnel to a checked address. */
    public byte[] connect(InetSocketAddress endpoint) {
        var address = endpoint.getAddress();
        var literal = address.getHostAddress().replaceFirst("%.*", "");
        var at = (address instanceof Inet6Address ? "[" + literal + "]" : literal) + ":" + endpoint.getPort();
        var user = credentials == null
                ? ""
                : "Proxy-Authorization: Basic "
                        + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)) + "\r\n";
        return ("CONNECT " + at + " HTTP/1.1\r\nHost: " + at + "\r\n" + user + "\r\n").getBytes(ISO_8859_1);
    }

    /** Names the proxy without its credentials. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
