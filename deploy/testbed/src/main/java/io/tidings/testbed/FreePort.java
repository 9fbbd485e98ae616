package io.tidings.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port for a server that is opened later.
 *
 * <p>It is below the range of outgoing connections, so that no client takes it before the server does. No port is
 * given twice, nor to two JVMs at the same time: a JVM keeps the first port of each of its blocks open until it ends.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int BLOCK = 100;
    private static final int BLOCKS = 100;
    private static final int TRIES = 1_000;

    private static final List<ServerSocket> claims = new ArrayList<>();
    private static int following;
    private static int behindLast;

    private FreePort() {}

    public static synchronized int next() {
        for (int i = 0; i < TRIES; i++) {
            if (following == behindLast) {
                claimBlock();
            }
            int port = following++;
            if (free(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " on");
    }

    private static void claimBlock() {
        for (int i = 0; i < TRIES; i++) {
            int first = FIRST + BLOCK * ThreadLocalRandom.current().nextInt(BLOCKS);
            try {
                claims.add(new ServerSocket(first, 1, InetAddress.getLoopbackAddress()));
                following = first + 1;
                behindLast = first + BLOCK;
                return;
            } catch (IOException _) {
                // another JVM has it
            }
        }
        throw new IllegalStateException("other JVMs have all ports from " + FIRST + " on");
    }

    private static boolean free(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
