package io.tidings.contract.address;

import java.net.InetAddress;

/** A range of IP addresses that share their first bits; {@code address} is any of them. */
public record Network(InetAddress address, int prefix) {
    public Network {
        int bits = address.getAddress().length * 8;
        if (prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException(
                    address.getHostAddress() + "/" + prefix + ": the prefix must be 0 to " + bits);
        }
    }

    /** Reads CIDR notation, such as {@code 10.0.0.0/8} or {@code fd00::/8}; a single address is a network, too. */
    public static Network parse(String cidr) {
        var text = cidr.strip();
        int slash = text.indexOf('/');
        try {
            var address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int prefix = slash < 0 ? address.getAddress().length * 8 : Integer.parseInt(text.substring(slash + 1));
            return new Network(address, prefix);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"" + cidr + "\" is no network such as 10.0.0.0/8, 192.168.1.7 or fd00::/8", e);
        }
    }

    public boolean contains(InetAddress candidate) {
        var own = address.getAddress();
        var other = candidate.getAddress();
        if (own.length != other.length) {
            return false;
        }
        int whole = prefix / 8;
        for (int i = 0; i < whole; i++) {
            if (own[i] != other[i]) {
                return false;
            }
        }
        int rest = prefix % 8;
        return rest == 0 || ((own[whole] ^ other[whole]) & 0xff) >> (8 - rest) == 0;
    }

    @Override
    public String toString() {
        return address.getHostAddress() + "/" + prefix;
    }
}
