package io.tidings.local.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;

/**
 * The ports of a local start. The test receiver alone listens on loopback wherever the others do.
 *
 * @param receiver of the test receiver
 */
public record LocalPorts(int kafka, int http, int https, int admin, OptionalInt receiver) {
    /** Without a test receiver. */
    public LocalPorts(int kafka, int http, int https, int admin) {
        this(kafka, http, https, admin, OptionalInt.empty());
    }

    /** @throws CannotStart when one is taken */
    void requireFree(InetAddress address, boolean kafkaToo) {
        if (kafkaToo) {
            requireFree(address, "--kafka-port", kafka);
        }
        requireFree(address, "--http-port", http);
        requireFree(address, "--https-port", https);
        requireFree(address, "--admin-port", admin);
        receiver.ifPresent(port -> requireFree(InetAddress.getLoopbackAddress(), "--receiver-port", port));
    }

    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static void requireFree(InetAddress address, String option, int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            throw new CannotStart(
                    "Port %d is taken: stop what listens there, or choose another with %s.".formatted(port, option), e);
        }
    }
}
