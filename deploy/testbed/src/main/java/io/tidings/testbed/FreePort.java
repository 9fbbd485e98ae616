package io.tidings.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port for a server that is opened later.
 *
 * <p>It is below the range of outgoing connections, so that no client takes it before the server does. No port is
 * given twice.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int BEHIND_LAST = 30_000;
    private static final int TRIES = 1_000;

    private static final Set<Integer> given = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    public static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BEHIND_LAST);
            if (given.add(port) && free(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " on");
    }

    private static boolean free(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
