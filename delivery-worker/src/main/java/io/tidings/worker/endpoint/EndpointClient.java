package io.tidings.worker.endpoint;

import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.worker.verdict.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Posts events to webhooks. Retries nothing, follows no redirect, keeps no cookie: all that is decided elsewhere.
 *
 * <p>Its pool is never the bottleneck: the bounds on deliveries in flight are, so that no subscription waits for a
 * connection because another one has taken them all.
 */
public final class EndpointClient implements AutoCloseable {
    /** After this a connection is not used again, so that a changed address is noticed. */
    private static final TimeValue CONNECTION_LIFE = TimeValue.ofMinutes(5);

    private static final TimeValue IDLE = TimeValue.ofSeconds(30);

    private final CloseableHttpAsyncClient client;
    private final Addresses addresses;
    private final EndpointRules urls;

    private EndpointClient(CloseableHttpAsyncClient client, Addresses addresses, EndpointRules urls) {
        this.client = client;
        this.addresses = addresses;
        this.urls = urls;
    }

    /**
     * A client that is ready.
     *
     * @param responseTimeout of a whole exchange, the connect included
     * @param maxConnections at least as many as requests are ever under way
     */
    public static EndpointClient open(
            EndpointRules urls,
            AddressRules rules,
            Duration connectTimeout,
            Duration responseTimeout,
            int maxConnections) {
        var addresses = new Addresses(rules);
        var connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setDnsResolver(addresses)
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setConnPoolPolicy(PoolReusePolicy.LIFO)
                .setMaxConnTotal(maxConnections)
                .setMaxConnPerRoute(maxConnections)
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .setHandshakeTimeout(Timeout.of(connectTimeout))
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(connectTimeout))
                        .setSocketTimeout(Timeout.of(responseTimeout))
                        .setTimeToLive(CONNECTION_LIFE)
                        .build())
                .build();
        var client = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1) // measured: one thread drives more than two cores can use
                        .setTcpNoDelay(true)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(connectTimeout))
                        .setResponseTimeout(Timeout.of(responseTimeout))
                        .setRedirectsEnabled(false)
                        .build())
                .disableCookieManagement()
                .disableAuthCaching()
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableContentCompression()
                .setUserAgent("Tidings")
                .evictExpiredConnections()
                .evictIdleConnections(IDLE)
                .build();
        client.start();
        return new EndpointClient(client, addresses, urls);
    }

    /**
     * Sends one request.
     *
     * @param report told the outcome once, on a thread that must not be kept
     */
    public Exchange post(Post post, Consumer<Outcome> report) {
        var head = post.head();
        var exchange = new Exchange(report);
        if (!urls.allowHttp() && !head.target().getSchemeName().equals("https")) {
            exchange.refuse();
            return exchange;
        }
        var lookup = addresses.lookup(head.target().getHostName());
        if (lookup.isDone()) {
            execute(post, exchange);
        } else {
            var _ = lookup.whenComplete((_, _) -> executeLater(post, exchange));
        }
        return exchange;
    }

    /** On the thread of the lookup, where nobody would see an exception. */
    private void executeLater(Post post, Exchange exchange) {
        try {
            execute(post, exchange);
        } catch (RuntimeException e) {
            exchange.failed(e);
        }
    }

    private void execute(Post post, Exchange exchange) {
        if (exchange.given()) {
            return;
        }
        var head = post.head();
        var lookup = addresses.lookup(head.target().getHostName());
        if (lookup.isCompletedExceptionally()) {
            try {
                lookup.join();
            } catch (CompletionException e) {
                exchange.failed(e.getCause() instanceof Exception cause ? cause : e);
            }
            return;
        }
        var request = new BasicRequestProducer(head.request(post), head.body(post));
        exchange.running(client.execute(request, exchange, null, HttpClientContext.create(), exchange));
    }

    @Override
    public void close() {
        client.close(CloseMode.GRACEFUL);
    }
}
