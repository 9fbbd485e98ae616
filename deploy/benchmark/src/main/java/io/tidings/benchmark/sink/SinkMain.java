package io.tidings.benchmark.sink;

import io.tidings.benchmark.process.Child;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.AsyncServerBootstrap;
import org.apache.hc.core5.http.nio.AsyncServerExchangeHandler;
import org.apache.hc.core5.http.nio.support.BasicServerExchangeHandler;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** The endpoint of a row, in a process of its own: {@code POST /ok} is counted, {@code GET /count} says how many. */
public final class SinkMain {
    public static final String FAST = "/ok";
    public static final String COUNT = "/count";

    private SinkMain() {}

    public static void main(String[] args) throws ExecutionException, InterruptedException {
        var tally = new Tally();
        Supplier<AsyncServerExchangeHandler> counting = () -> new CountingHandler(tally);
        Supplier<AsyncServerExchangeHandler> telling =
                () -> new BasicServerExchangeHandler<>(new TellingHandler(tally));
        var server = AsyncServerBootstrap.bootstrap()
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setTcpNoDelay(true)
                        .build())
                // A router of our own: the usual one answers 421 to a Host that is not its canonical name.
                .setRequestRouter((request, _) -> COUNT.equals(request.getPath()) ? telling : counting)
                .create();
        server.start();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var endpoint = server.listen(address, URIScheme.HTTP).get();
        int port = ((InetSocketAddress) endpoint.getAddress()).getPort();
        Child.announce("http://" + address.getAddress().getHostAddress() + ":" + port);
        Child.awaitParentsEnd();
        System.exit(0);
    }
}
