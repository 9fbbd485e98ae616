package io.tidings.benchmark.traffic;

import io.tidings.testbed.process.ChildProtocol;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.NumberedEvent;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
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
 * Posts as fast as HttpClient 5 can.
 *
 * <p>Each connection has one request under way; the end of one begins the next, on the I/O thread. The program
 * announces the
 * end of its warm-up and its own end.
 */
public final class PostingMain implements FutureCallback<Message<HttpResponse, Void>> {
    private final CloseableHttpAsyncClient client;
    private final Order order;
    private final HttpHost target;
    private final Header[] headers;
    private final NumberedEvent event;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /**
     * The events to post.
     *
     * @param warmUp requests that come first
     * @param requests all of them
     * @param eventsPerRequest more than one go as an array
     * @param status of a good response; 400 to post events that ingest refuses after it has parsed them
     * @param headers besides those of a delivery, {@code name=value}
     */
    public record Order(
            URI endpoint,
            int warmUp,
            int requests,
            int connections,
            int eventBytes,
            int eventsPerRequest,
            int status,
            List<String> headers) {
        public Order {
            headers = List.copyOf(headers);
        }

        /** For the command line. */
        public String[] arguments() {
            var arguments = new ArrayList<>(List.of(endpoint.toString()));
            for (int number : new int[] {warmUp, requests, connections, eventBytes, eventsPerRequest, status}) {
                arguments.add(Integer.toString(number));
            }
            arguments.addAll(headers);
            return arguments.toArray(String[]::new);
        }

        static Order of(String[] arguments) {
            return new Order(
                    URI.create(arguments[0]),
                    Integer.parseInt(arguments[1]),
                    Integer.parseInt(arguments[2]),
                    Integer.parseInt(arguments[3]),
                    Integer.parseInt(arguments[4]),
                    Integer.parseInt(arguments[5]),
                    Integer.parseInt(arguments[6]),
                    List.of(arguments).subList(7, arguments.length));
        }

        private boolean refused() {
            return status == 400;
        }

        private Header[] wholeHeaders() {
            var whole = new ArrayList<Header>();
            var type = eventsPerRequest == 1 ? "application/cloudevents+json" : "application/cloudevents-batch+json";
            whole.add(new BasicHeader("content-type", type + "; charset=utf-8"));
            headers.forEach(text -> {
                var words = text.split("=", 2);
                whole.add(new BasicHeader(words[0], words[1]));
            });
            return whole.toArray(Header[]::new);
        }
    }

    private PostingMain(CloseableHttpAsyncClient client, Order order) {
        this.client = client;
        this.order = order;
        this.target = new HttpHost(
                order.endpoint().getScheme(),
                order.endpoint().getHost(),
                order.endpoint().getPort());
        this.headers = order.wholeHeaders();
        this.event = new NumberedEvent(order.eventBytes());
    }

    /** @param args of an {@link Order} */
    public static void main(String[] args) {
        var order = Order.of(args);
        var client = client(order.connections());
        client.start();
        var main = new PostingMain(client, order);
        for (int i = 0; i < order.connections(); i++) {
            main.post();
        }
        ChildProtocol.awaitParentsEnd();
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
        if (number >= order.requests()) {
            return;
        }
        var request = new BasicHttpRequest(Method.POST, target, order.endpoint().getPath());
        request.setHeaders(headers);
        client.execute(
                new BasicRequestProducer(request, new BasicAsyncEntityProducer(body(number), null)),
                new BasicResponseConsumer<Void>(new DiscardingEntityConsumer<>()),
                null,
                HttpClientContext.create(),
                this);
    }

    private byte[] body(int request) {
        if (order.eventsPerRequest() == 1) {
            return event(request, order.refused());
        }
        var body = new ByteArrayOutputStream(order.eventsPerRequest() * (order.eventBytes() + 1) + 1);
        for (int i = 0; i < order.eventsPerRequest(); i++) {
            body.write(i == 0 ? '[' : ',');
            boolean last = i == order.eventsPerRequest() - 1;
            body.writeBytes(event((long) request * order.eventsPerRequest() + i, last && order.refused()));
        }
        body.write(']');
        return body.toByteArray();
    }

    /** Ingest refuses an event without {@code source} after it has parsed it. */
    private byte[] event(long number, boolean refused) {
        var bytes = event.bytes(number, EpochMicros.NONE);
        if (refused) {
            var source = new String(bytes, StandardCharsets.US_ASCII).indexOf("\"source\"");
            bytes[source + 1] = 'x';
        }
        return bytes;
    }

    @Override
    public void completed(Message<HttpResponse, Void> response) {
        if (response.getHead().getCode() != order.status()) {
            System.err.println("the response was " + response.getHead().getCode());
        }
        ended();
    }

    @Override
    public void failed(Exception failure) {
        System.err.println("a request failed: " + failure);
        ended();
    }

    @Override
    public void cancelled() {
        ended();
    }

    private void ended() {
        int ended = this.ended.incrementAndGet();
        if (ended == order.warmUp()) {
            ChildProtocol.announce("warm");
        } else if (ended == order.requests()) {
            ChildProtocol.announce("done");
        }
        post();
    }
}
