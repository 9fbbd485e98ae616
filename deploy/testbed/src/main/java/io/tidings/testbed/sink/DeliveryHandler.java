package io.tidings.testbed.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncServerExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.ResponseChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Counts the events of one request, and responds as its path says. */
final class DeliveryHandler implements AsyncServerExchangeHandler {
    private final PathGroups groups;
    private final int eventBytes;
    private final ScheduledExecutorService later;
    private @Nullable Exchange exchange;

    DeliveryHandler(PathGroups groups, int eventBytes, ScheduledExecutorService later) {
        this.groups = groups;
        this.eventBytes = eventBytes;
        this.later = later;
    }

    /** The request after its head. */
    private record Exchange(
            SinkBehaviour behaviour, NumberedEventReader events, ResponseChannel channel, HttpContext context) {
        void respond(int status) throws HttpException, IOException {
            respond(new BasicHttpResponse(status));
        }

        void respondLast() throws HttpException, IOException {
            var response = new BasicHttpResponse(HttpStatus.SC_OK);
            response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
            respond(response);
        }

        private void respond(HttpResponse response) throws HttpException, IOException {
            channel.sendResponse(response, null, context);
        }

        void respondLate() {
            try {
                respond(HttpStatus.SC_OK);
            } catch (HttpException | IOException e) {
                System.err.println("a slow response could not be sent: " + e.getMessage());
            }
        }
    }

    @Override
    public void handleRequest(
            HttpRequest request, @Nullable EntityDetails entity, ResponseChannel channel, HttpContext context)
            throws HttpException, IOException {
        if (entity == null) {
            channel.sendResponse(new BasicHttpResponse(HttpStatus.SC_BAD_REQUEST), null, context);
            return;
        }
        var target = groups.target(request.getPath());
        var behaviour = target.tally().request(target.behaviour());
        NumberedEventReader.Listener listener = behaviour.accepts() ? target.tally()::delivered : (_, _) -> {};
        exchange = new Exchange(behaviour, new NumberedEventReader(eventBytes, listener), channel, context);
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer body) {
        if (exchange != null) {
            exchange.events().take(body);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the response reports its own failure
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        var open = exchange;
        if (open == null) {
            return;
        }
        switch (open.behaviour()) {
            case SinkBehaviour.Responds(int status) -> open.respond(status);
            case SinkBehaviour.Slow(var delay) ->
                later.schedule(open::respondLate, delay.toMillis(), TimeUnit.MILLISECONDS);
            case SinkBehaviour.Flaky flaky -> open.respond(flaky.status());
            case SinkBehaviour.Closes() -> open.respondLast();
            case SinkBehaviour.Hangs() -> {
                // the client runs into its timeout
            }
        }
    }

    @Override
    public int available() {
        return 0;
    }

    @Override
    public void produce(DataStreamChannel channel) {
        // the response has no body
    }

    @Override
    public void failed(Exception cause) {
        // the client sees the failure, too
    }

    @Override
    public void releaseResources() {
        // there are none
    }
}
