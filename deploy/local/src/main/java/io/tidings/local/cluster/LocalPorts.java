package io.tidings.local.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;

/**
 * Where a local start listens, on loopback only.
 *
 * @param receiver of the test receiver
 */
public record LocalPorts(int kafka, int http, int https, int admin, OptionalInt receiver) {
    static final String HOST = "127.0.0.1";

    /** Without a test receiver. */
    public LocalPorts(int kafka, int http, int https, int admin) {
        this(kafka, http, https, admin, OptionalInt.empty());
    }

    /** @throws CannotStart when one is taken */
    void requireFree(boolean kafkaToo) {
        if (kafkaToo) {
            requireFree("--kafka-port", kafka);
        }
        requireFree("--http-port", http);
        requireFree("--https-port", https);
        requireFree("--admin-port", admin);
        receiver.ifPresent(port -> requireFree("--receiver-port", port));
    }

    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException _) {
            return false;
        }
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
