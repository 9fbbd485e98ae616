package io.tidings.ingest.server;

/** The address of a client, or the half of an IPv6 address that a provider gives to one customer. */
final class ClientNetwork {
    private ClientNetwork() {}

    static String of(String address) {
        int colons = 0;
        for (int i = 0; i < address.length(); i++) {
            if (address.charAt(i) == ':' && ++colons == 4) {
                return address.substring(0, i);
            }
        }
        return address;
    }
}
