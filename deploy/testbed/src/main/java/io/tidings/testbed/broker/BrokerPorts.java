package io.tidings.testbed.broker;

import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The ports of a broker's two listeners. */
record BrokerPorts(int broker, int controller) {
    static final String HOST = "localhost";

    /** Finds two free ports; 0 stands for any port. */
    static BrokerPorts free(int wanted) {
        try (var broker = new ServerSocket();
                var controller = new ServerSocket()) {
            broker.bind(loopback(wanted == 0 ? FreePort.next() : wanted));
            controller.bind(loopback(FreePort.next()));
            return new BrokerPorts(broker.getLocalPort(), controller.getLocalPort());
        } catch (BindException e) {
            throw new BrokerStartException(
                    "Port %d on %s is taken, stop what listens there or choose another port.".formatted(wanted, HOST),
                    e);
        } catch (IOException e) {
            throw new BrokerStartException("No port can be opened on " + HOST + ": " + e.getMessage(), e);
        }
    }

    private static InetSocketAddress loopback(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(HOST), port);
    }
}
