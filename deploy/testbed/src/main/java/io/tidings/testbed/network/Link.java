package io.tidings.testbed.network;

import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy on loopback: one port in front of another, under a condition that can change at any moment. */
public final class Link implements AutoCloseable {
    private static final int BACKLOG = 1_024;

    private final String name;
    private final int target;
    private final ServerSocket server;
    private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile LinkCondition condition = LinkCondition.FAIR;

    private Link(String name, int target, ServerSocket server) {
        this.name = name;
        this.target = target;
        this.server = server;
    }

    /** @param target a port, which may be opened later */
    public static Link open(String name, int target) {
        try {
            var server = new ServerSocket();
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.next()), BACKLOG);
            var link = new Link(name, target, server);
            Thread.ofVirtual().name("link " + name).start(link::accept);
            return link;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a port for " + name, e);
        }
    }

    public String name() {
        return name;
    }

    public int port() {
        return server.getLocalPort();
    }

    public LinkCondition condition() {
        return condition;
    }

    /** Resets the connections that have lost bytes. */
    public void condition(LinkCondition next) {
        condition = next;
        if (next instanceof LinkCondition.Cut) {
            connections.forEach(LinkConnection::reset);
        } else {
            connections.stream().filter(LinkConnection::damaged).forEach(LinkConnection::reset);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                take(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    System.err.println("link " + name + " takes no connection: " + e.getMessage());
                }
            }
        }
    }

    private void take(Socket near) throws IOException {
        if (condition instanceof LinkCondition.Cut) {
            LinkConnection.reset(near);
            return;
        }
        Thread.ofVirtual().start(() -> {
            try {
                var far = new Socket(InetAddress.getLoopbackAddress(), target);
                new LinkConnection(this, near, far).run(connections);
            } catch (IOException e) {
                LinkConnection.reset(near); // nobody listens: the client sees the same as without a link
            }
        });
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close link " + name, e);
        }
        connections.forEach(LinkConnection::reset);
    }
}
