package io.tidings.benchmark.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncServerExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.ResponseChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Counts one request and answers 200 without looking at more of it. */
final class CountingHandler implements AsyncServerExchangeHandler {
    private final Tally tally;
    private final NumberReader number = new NumberReader();
    private @Nullable ResponseChannel response;
    private @Nullable HttpContext context;

    CountingHandler(Tally tally) {
        this.tally = tally;
    }

    @Override
    public void handleRequest(
            HttpRequest request, @Nullable EntityDetails entity, ResponseChannel channel, HttpContext exchange)
            throws HttpException, IOException {
        response = channel;
        context = exchange;
        if (entity == null) {
            channel.sendResponse(new BasicHttpResponse(HttpStatus.SC_BAD_REQUEST), null, exchange);
        }
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer body) {
        number.take(body);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        if (response != null) {
            tally.arrived(number.number(), System.nanoTime());
            response.sendResponse(new BasicHttpResponse(HttpStatus.SC_OK), null, context);
        }
    }

    @Override
    public int available() {
        return 0;
    }

    @Override
    public void produce(DataStreamChannel channel) {
        // the answer has no body
    }

    @Override
    public void failed(Exception cause) {
        // whoever sent the request sees it too, and sends it again
    }

    @Override
    public void releaseResources() {
        // holds none
    }
}
