package io.tidings.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port that nobody uses, for a server that is opened later.
 *
 * <p>It is looked for below the range from which systems take the ports of outgoing connections: one from within that
 * range may be taken by any client between the look and the opening. None is given twice.
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
            return false; // taken: the next one
        }
    }
}
