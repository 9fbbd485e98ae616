package io.tidings.local.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Where a local start listens, on loopback only. */
public record LocalPorts(int kafka, int http, int https, int admin) {
    static final String HOST = "127.0.0.1";

    /** @throws CannotStart when one is taken */
    void requireFree(boolean kafkaToo) {
        if (kafkaToo) {
            requireFree("--kafka-port", kafka);
        }
        requireFree("--http-port", http);
        requireFree("--https-port", https);
        requireFree("--admin-port", admin);
    }

    private static void requireFree(String option, int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new CannotStart(
                    "Port %d is taken: stop what listens there, or choose another with %s.".formatted(port, option), e);
        }
    }
}
