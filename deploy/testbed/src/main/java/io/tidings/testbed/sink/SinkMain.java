package io.tidings.testbed.sink;

import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.process.ChildProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.AsyncServerBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncServerExchangeHandler;
import org.apache.hc.core5.http.nio.ssl.BasicServerTlsStrategy;
import org.apache.hc.core5.http.nio.support.BasicServerExchangeHandler;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * The counting endpoints, in a process of their own: {@code POST /GROUP/BEHAVIOUR} is counted, {@code GET /control/…}
 * is for
 * the test. Clients take each of its ports for another host.
 */
public final class SinkMain {
    static final String CONTROL = "/control/";

    private SinkMain() {}

    /**
     * Listens, and announces the addresses.
     *
     * @param args the size of an event, or more if each comes alone; the number of ports (2); the folder of a {@link
     *     TestCertificate}, for one more port with TLS
     */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        int eventBytes = Integer.parseInt(args[0]);
        var groups = new PathGroups();
        var later = Executors.newSingleThreadScheduledExecutor();
        Supplier<AsyncServerExchangeHandler> delivery = () -> new DeliveryHandler(groups, eventBytes, later);
        Supplier<AsyncServerExchangeHandler> control =
                () -> new BasicServerExchangeHandler<>(new ControlHandler(groups));
        var certificate = args.length > 2 ? new TestCertificate(Path.of(args[2])) : null;
        var server = AsyncServerBootstrap.bootstrap()
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setTcpNoDelay(true)
                        .build())
                .setTlsStrategy(certificate == null ? null : new BasicServerTlsStrategy(certificate.context()))
                // The usual router responds 421 to a Host that is not its canonical name.
                .setRequestRouter((request, _) -> request.getPath().startsWith(CONTROL) ? control : delivery)
                .create();
        server.start();
        int ports = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        var addresses = new StringJoiner(" ");
        for (int i = 0; i < ports; i++) {
            addresses.add(listen(server, URIScheme.HTTP));
        }
        if (certificate != null) {
            addresses.add(listen(server, URIScheme.HTTPS));
        }
        ChildProtocol.announce(addresses.toString());
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    private static String listen(HttpAsyncServer server, URIScheme scheme)
            throws ExecutionException, InterruptedException {
        var loopback = InetAddress.getLoopbackAddress();
        var endpoint = server.listen(new InetSocketAddress(loopback, 0), scheme).get();
        int port = ((InetSocketAddress) endpoint.getAddress()).getPort();
        return scheme.id + "://" + loopback.getHostAddress() + ":" + port;
    }
}
