package io.tidings.benchmark;

import io.tidings.benchmark.process.Child;
import io.tidings.benchmark.sink.NumberedEvent;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * The limit: what HttpClient 5 posts when nobody hands it work, in a process of its own.
 *
 * <p>As many requests are under way as there are connections; the end of one begins the next, on the I/O thread.
 */
final class ClientMain implements FutureCallback<Message<HttpResponse, Void>> {
    private static final Header[] HEADERS = {
        new BasicHeader("content-type", "application/cloudevents+json; charset=utf-8"),
        new BasicHeader("aeg-event-type", "Notification"),
        new BasicHeader("aeg-subscription-name", "BENCHMARK"),
        new BasicHeader("aeg-metadata-version", "1.0"),
        new BasicHeader("aeg-delivery-count", "0"),
    };

    private final CloseableHttpAsyncClient client;
    private final HttpHost target;
    private final String path;
    private final NumberedEvent event;
    private final int requests;
    private final AtomicInteger next = new AtomicInteger();

    private ClientMain(CloseableHttpAsyncClient client, URI endpoint, NumberedEvent event, int requests) {
        this.client = client;
        this.target = new HttpHost(endpoint.getScheme(), endpoint.getHost(), endpoint.getPort());
        this.path = endpoint.getPath();
        this.event = event;
        this.requests = requests;
    }

    /** @param args endpoint, requests, connections, bytes of an event */
    public static void main(String[] args) {
        int connections = Integer.parseInt(args[2]);
        var event = new NumberedEvent(Integer.parseInt(args[3]));
        var client = client(connections);
        client.start();
        var main = new ClientMain(client, URI.create(args[0]), event, Integer.parseInt(args[1]));
        for (int i = 0; i < connections; i++) {
            main.post();
        }
        Child.awaitParentsEnd();
        System.exit(0);
    }

    private static CloseableHttpAsyncClient client(int connections) {
        return HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                        .setMaxConnTotal(connections)
                        .setMaxConnPerRoute(connections)
                        .build())
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setTcpNoDelay(true)
                        .build())
                .disableCookieManagement()
                .disableAuthCaching()
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableContentCompression()
                .build();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private void post() {
        int number = next.getAndIncrement();
        if (number >= requests) {
            return;
        }
        var request = new BasicHttpRequest(Method.POST, target, path);
        request.setHeaders(HEADERS);
        client.execute(
                new BasicRequestProducer(request, new BasicAsyncEntityProducer(event.bytes(number), null)),
                new BasicResponseConsumer<Void>(new DiscardingEntityConsumer<>()),
                null,
                HttpClientContext.create(),
                this);
    }

    @Override
    public void completed(Message<HttpResponse, Void> answer) {
        if (answer.getHead().getCode() != HttpStatus.SC_OK) {
            System.err.println("the sink answered " + answer.getHead().getCode());
        }
        post();
    }

    @Override
    public void failed(Exception failure) {
        System.err.println("a request failed: " + failure);
        post();
    }

    @Override
    public void cancelled() {
        post();
    }
}
