package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.Network;
import io.tidings.runtime.address.AddressResolver;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The proxy that all requests to endpoints and token URLs go through, by CONNECT to the address that was checked
 * (B-PROXY). Thread-safe.
 */
public final class OutgoingProxy {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingProxy.class);

    private static final Pattern URL =
            Pattern.compile("http://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})/?", Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");

    private final String host;
    private final int port;
    private final @Nullable String credentials;
    private final List<String> names;
    private final List<Network> networks;

    /** Never closed, because its threads end by themselves. */
    private final AddressResolver resolver = new AddressResolver(AddressRules.ANYWHERE);

    /** Only changes are logged. */
    private final AtomicBoolean away = new AtomicBoolean();

    private OutgoingProxy(
            String host, int port, @Nullable String credentials, List<String> names, List<Network> networks) {
        this.host = host;
        this.port = port;
        this.credentials = credentials;
        this.names = names;
        this.networks = networks;
    }

    /**
     * @param url such as http://proxy.example.com:3128
     * @param credentials of the proxy as user:password; null for none
     * @param bypass endpoints that are reached directly: names with all below them, addresses and networks
     * @throws IllegalArgumentException if one of them cannot be read; the message holds no secret
     */
    public static OutgoingProxy parse(String url, @Nullable String credentials, List<String> bypass) {
        var text = url.strip();
        if (text.toLowerCase(Locale.ROOT).startsWith("https:")) {
            throw new IllegalArgumentException("a proxy over TLS is not supported; it must be http://host:port, which"
                    + " may be a TLS client such as stunnel beside this program");
        }
        var parts = URL.matcher(text);
        if (!parts.matches() || !isPort(Integer.parseInt(parts.group(2)))) {
            throw new IllegalArgumentException("must be http://host:port, without user and password");
        }
        if (credentials != null && credentials.indexOf(':') < 1) {
            throw new IllegalArgumentException("must be user:password");
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

    /** The proxy's own address, which may be a private one. */
    public CompletableFuture<InetSocketAddress> address() {
        return resolver.lookup(host).addresses().thenApply(all -> new InetSocketAddress(all[0], port));
    }

    /** The request for a tunnel to a checked address. */
    public byte[] connect(InetSocketAddress endpoint) {
        var address = endpoint.getAddress();
        var literal = address.getHostAddress().replaceFirst("%.*", "");
        var at = (address instanceof Inet6Address ? "[" + literal + "]" : literal) + ":" + endpoint.getPort();
        var user = credentials == null
                ? ""
                : "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8))
                        + "\r\n";
        return ("CONNECT " + at + " HTTP/1.1\r\nHost: " + at + "\r\n" + user + "\r\n").getBytes(ISO_8859_1);
    }

    /** The proxy served nobody just now. */
    public void lost(ProxyException failure) {
        if (away.compareAndSet(false, true)) {
            LOG.warn("nothing is sent to endpoints: {}", failure.getMessage());
        }
    }

    /** The proxy has connected to an endpoint. */
    public void connected() {
        if (away.compareAndSet(true, false)) {
            LOG.info("the proxy {} is back", this);
        }
    }

    /** Names the proxy without its credentials. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
