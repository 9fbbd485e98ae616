package io.tidings.local.cluster;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * The address that a local start listens on, and the name by which clients reach it.
 *
 * @param listen an address of this machine, or {@code 0.0.0.0} for all of them
 * @param host as clients resolve it
 */
public record LocalAddress(String listen, String host) {
    static final String LOOPBACK_HOST = "127.0.0.1";

    /** A name or an IPv4 address; files of the certificate bear it, too. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    /** The address that only programs of this machine reach. */
    public static final LocalAddress LOOPBACK = new LocalAddress(LOOPBACK_HOST, "localhost");

    public LocalAddress {
        if (!NAME.matcher(host).matches()) {
            throw new CannotStart("%s is no name of a host: choose another with --host.".formatted(host));
        }
    }

    /** @throws CannotStart when {@code listen} is no address */
    public boolean beyondLoopback() {
        return !inet().isLoopbackAddress();
    }

    InetAddress inet() {
        try {
            return InetAddress.getByName(listen);
        } catch (UnknownHostException e) {
            throw new CannotStart(
                    "%s is no address of this machine: choose another with --listen.".formatted(listen), e);
        }
    }

    /**
     * The settings of a broker at this address. Programs in this JVM keep a listener on loopback, because the name for
     * clients may mean nothing here.
     */
    LocalBroker.Settings at(int port, LocalBroker.Settings broker) {
        if (!beyondLoopback()) {
            return broker.withPort(port);
        }
        int inside = FreePort.next();
        int controller = FreePort.next();
        var clients = "PLAINTEXT://localhost:" + inside;
        return broker.withPort(inside)
                .with(
                        "listeners",
                        "%s,OUTSIDE://%s:%d,CONTROLLER://localhost:%d".formatted(clients, listen, port, controller))
                .with("advertised.listeners", "%s,OUTSIDE://%s:%d".formatted(clients, host, port))
                .with("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,OUTSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT")
                .with(
                        "controller.quorum.voters",
                        "%d@localhost:%d".formatted(broker.node().id(), controller));
    }
}
