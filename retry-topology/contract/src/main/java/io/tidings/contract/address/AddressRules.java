package io.tidings.contract.address;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The addresses that an endpoint may have (B-SUB-4): none in a private network, so that a subscription cannot reach
 * what only this machine can reach; {@code allowed} holds exceptions.
 */
public record AddressRules(List<Network> allowed) {
    private static final List<Network> REFUSED = networks(
            "0.0.0.0/8", // this host
            "10.0.0.0/8", // private
            "100.64.0.0/10", // carrier-grade NAT
            "127.0.0.0/8", // loopback
            "168.63.129.16/32", // Azure's host agent, which serves virtual machines on a public address
            "169.254.0.0/16", // link-local, and the metadata services of most clouds
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments, and a metadata service
            "192.0.2.0/24", // documentation
            "192.88.99.0/24", // 6to4 relays
            "192.168.0.0/16", // private
            "198.18.0.0/15", // benchmarking
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4", // reserved, and broadcast
            "::/96", // unspecified, loopback, IPv4-compatible
            "::ffff:0:0:0/96", // IPv4-translated
            "64:ff9b:1::/48", // NAT64 of a private network
            "100::/64", // discard
            "2001:2::/48", // benchmarking
            "2001:10::/28", // ORCHID
            "2001:20::/28", // ORCHID, second version
            "2001:db8::/32", // documentation
            "3fff::/20", // documentation
            "5f00::/16", // segment routing
            "fc00::/7", // unique local
            "fe80::/10", // link-local
            "fec0::/10", // site-local
            "ff00::/8"); // multicast

    private static final Network NAT64 = Network.parse("64:ff9b::/96");
    private static final Network SIX_TO_FOUR = Network.parse("2002::/16");
    private static final Network TEREDO = Network.parse("2001::/32");

    /** The rules for servers that the operator names, which may be inside the network. */
    public static final AddressRules ANYWHERE = allowing(List.of("0.0.0.0/0", "::/0"));

    /** The bytes before the IPv4 address in every ISATAP address, in whatever network. */
    private static final byte[][] ISATAP = {{0, 0, 0x5e, (byte) 0xfe}, {2, 0, 0x5e, (byte) 0xfe}};

    public AddressRules {
        allowed = List.copyOf(allowed);
    }

    /** @throws IllegalArgumentException naming the text that is not CIDR notation */
    public static AddressRules allowing(List<String> cidrs) {
        return new AddressRules(networks(cidrs.toArray(String[]::new)));
    }

    public boolean refused(InetAddress address) {
        if (isIn(allowed, address)) {
            return false;
        }
        return Stream.concat(Stream.of(address), embedded(address).stream())
                .anyMatch(each -> isIn(REFUSED, each) && !isIn(allowed, each));
    }

    /**
     * Returns the address in a URL's host, in any notation that some resolver understands: dotted, octal, hex, one
     * integer, bracketed IPv6, with a trailing dot. Returns empty for a name, without a lookup.
     */
    public static Optional<InetAddress> literal(String host) {
        var text = Normalizer.normalize(host, Normalizer.Form.NFKC).strip().replace('\u3002', '.');
        if (text.startsWith("[") && text.endsWith("]")) {
            text = text.substring(1, text.length() - 1);
        }
        int zone = text.indexOf('%');
        text = zone < 0 ? text : text.substring(0, zone);
        text = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        try {
            return Optional.of(
                    text.indexOf(':') >= 0 ? InetAddress.ofLiteral(text) : Inet4Address.ofPosixLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a name, which is checked when it is resolved
        }
    }

    /** Returns the IPv4 addresses that a gateway would translate an IPv6 address to. */
    private static List<InetAddress> embedded(InetAddress address) {
        var bytes = address.getAddress();
        var embedded = new ArrayList<InetAddress>(2);
        if (NAT64.contains(address)) {
            embedded.add(ipv4(bytes, 12, 0));
        } else if (SIX_TO_FOUR.contains(address)) {
            embedded.add(ipv4(bytes, 2, 0));
        } else if (TEREDO.contains(address)) {
            embedded.add(ipv4(bytes, 4, 0));
            embedded.add(ipv4(bytes, 12, 0xff)); // RFC 4380, §4: the client's address is written inverted
        }
        if (bytes.length == 16 && Stream.of(ISATAP).anyMatch(mark -> Arrays.equals(bytes, 8, 12, mark, 0, 4))) {
            embedded.add(ipv4(bytes, 12, 0));
        }
        return embedded;
    }

    private static InetAddress ipv4(byte[] bytes, int from, int mask) {
        var address = Arrays.copyOfRange(bytes, from, from + 4);
        for (int i = 0; i < address.length; i++) {
            address[i] ^= (byte) mask;
        }
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static boolean isIn(List<Network> networks, InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    private static List<Network> networks(String... cidrs) {
        return Stream.of(cidrs).map(Network::parse).toList();
    }
}
