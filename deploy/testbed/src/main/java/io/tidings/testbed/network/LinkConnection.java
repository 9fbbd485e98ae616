package io.tidings.testbed.network;

import io.tidings.testbed.network.LinkCondition.Direction;
import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One connection through a link: two sockets, and a thread for each direction. */
final class LinkConnection {
    private static final int BUFFER = 64 * 1024;

    private final Link link;
    private final Socket near;
    private final Socket far;
    private final AtomicInteger backSinceReset = new AtomicInteger();
    private volatile boolean damaged;

    LinkConnection(Link link, Socket near, Socket far) {
        this.link = link;
        this.near = near;
        this.far = far;
    }

    /** Returns when the connection is closed. */
    void run(Set<LinkConnection> open) throws IOException {
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        open.add(this);
        if (link.condition() instanceof LinkCondition.Cut) {
            reset(); // the link was cut before the connection was registered
        }
        var back = Thread.ofVirtual().start(() -> pump(far, near, Direction.BACK));
        pump(near, far, Direction.THERE);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reset();
        open.remove(this);
    }

    /** True if bytes have been lost. */
    boolean damaged() {
        return damaged;
    }

    private void pump(Socket from, Socket to, Direction direction) {
        var buffer = new byte[BUFFER];
        try {
            var in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                forward(buffer, read, to, direction);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            reset();
        }
    }

    private void forward(byte[] bytes, int length, Socket to, Direction direction) throws IOException {
        switch (link.condition()) {
            case LinkCondition.Fair() -> to.getOutputStream().write(bytes, 0, length);
            case LinkCondition.Cut() -> throw new IOException("cut");
            case LinkCondition.Delayed(var by) -> {
                LockSupport.parkNanos(by.toNanos());
                to.getOutputStream().write(bytes, 0, length);
            }
            case LinkCondition.HalfOpen(var silent) -> {
                if (silent == direction) {
                    damaged = true;
                } else {
                    to.getOutputStream().write(bytes, 0, length);
                }
            }
            case LinkCondition.Reset(int after) -> forwardUntilReset(bytes, length, to, direction, after);
        }
    }

    private void forwardUntilReset(byte[] bytes, int length, Socket to, Direction direction, int after)
            throws IOException {
        if (direction == Direction.THERE) {
            to.getOutputStream().write(bytes, 0, length);
            return;
        }
        int before = backSinceReset.getAndAdd(length);
        int left = Math.max(0, Math.min(length, after - before));
        to.getOutputStream().write(bytes, 0, left);
        if (left < length) {
            throw new IOException("reset in the middle");
        }
    }

    void reset() {
        reset(near);
        reset(far);
    }

    /** Closes the socket with a TCP reset. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // closed already
        }
        try {
            socket.close();
        } catch (IOException e) {
            System.err.println("a connection cannot be closed: " + e.getMessage());
        }
    }
}
