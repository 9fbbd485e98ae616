package io.tidings.worker.webhook;

import io.tidings.worker.verdict.Outcome.Responded;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.impl.DefaultConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * One request on one connection. Of the answer only its head counts; the body is read and thrown away, up to a limit.
 *
 * <p>Knows whether the connection had been used before and whether anything came back on it, which is what decides
 * whether the request may be sent again (B-DEL-3).
 */
final class HttpTransmission implements AsyncClientExchangeHandler {
    private static final long MAX_BODY_BYTES = 1024 * 1024;

    private final WebhookCall call;
    private final RequestBody body;
    private final long connectNanos;
    private volatile long connectDeadline;
    private volatile boolean fresh;
    private volatile @Nullable EndpointDetails connection;
    private volatile long receivedBefore;
    private volatile @Nullable Responded answered;
    private volatile @Nullable Future<?> leasing;
    private volatile @Nullable Future<?> connecting;
    private volatile @Nullable Target target;
    private volatile boolean givenUp;
    private @Nullable TimeValue keptFor;
    private boolean read;
    private long bodyBytes;
    /** The end of a connection may be told in more than one way. */
    private final AtomicBoolean ended = new AtomicBoolean();

    /** The connection it is sent on, which goes back when it is over. */
    record Target(Connections connections, AsyncConnectionEndpoint endpoint) {
        /** Ends what is on its way on it. */
        void cut() {
            endpoint.close(CloseMode.IMMEDIATE);
        }

        void giveBack(TimeValue keptFor) {
            connections.release(endpoint, null, keptFor);
        }

        /** What is still on its way on it must not meet the next request. */
        void close() {
            connections.discard(endpoint);
        }
    }

    HttpTransmission(WebhookCall call, Duration connectTimeout) {
        this.call = call;
        this.body = call.post().template().body(call.post());
        connectNanos = connectTimeout.toNanos();
        connectDeadline = System.nanoTime() + connectNanos;
    }

    /** Its name is looked up from now on; what it has waited for a thread until now is no time of the endpoint's. */
    void lookupBegins() {
        connectDeadline = System.nanoTime() + connectNanos;
    }

    WebhookCall exchange() {
        return call;
    }

    Duration connectTimeLeft() {
        return Duration.ofNanos(connectDeadline - System.nanoTime());
    }

    /** It waits for a place on a connection. */
    void leases(Future<?> lease) {
        leasing = lease;
        if (givenUp) {
            lease.cancel(true);
        }
    }

    /** It has a place, for which there is a connection already, or one is made now. */
    void takes(Connections connections, AsyncConnectionEndpoint endpoint, boolean connected) {
        fresh |= !connected;
        target = new Target(connections, endpoint);
    }

    /** A connection is made for it. */
    void connects(Future<?> connect) {
        connecting = connect;
        if (givenUp) {
            connect.cancel(true);
        }
    }

    /**
     * Whatever it is at, that ends, and reports its end. Each step is told before it is looked whether the request was
     * given up, and giving up is told before the steps are looked at: so none escapes, in whatever order they come.
     *
     * @return whether there is something under way that will report
     */
    boolean giveUp() {
        givenUp = true;
        var lease = leasing;
        if (lease != null) {
            lease.cancel(true);
        }
        var connect = connecting;
        if (connect != null) {
            connect.cancel(true);
        }
        var taken = target;
        if (taken != null) {
            taken.cut();
        }
        return lease != null || taken != null;
    }

    boolean givenUp() {
        return givenUp;
    }

    @Nullable
    Responded answer() {
        return answered;
    }

    /** Whether the endpoint has most likely closed a kept connection when the request was on its way. */
    boolean metAClosedConnection(Exception failure) {
        return !fresh
                && !answerBegun()
                && failure instanceof IOException
                && !(failure instanceof InterruptedIOException); // a timeout of ours
    }

    private boolean answerBegun() {
        var details = connection;
        return details != null && details.getReceivedBytesCount() > receivedBefore;
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        if (!call.sendable()) {
            throw new ConnectionRequestTimeoutException("the request may no longer be sent");
        }
        var details = HttpCoreContext.cast(context).getEndpointDetails();
        if (details != null) {
            receivedBefore = details.getReceivedBytesCount();
            connection = details;
        }
        var request = call.post().template().request(call.post());
        request.addHeader("content-length", body.length());
        channel.sendRequest(request, new BasicEntityDetails(body.length(), null), context);
    }

    @Override
    public int available() {
        return Integer.MAX_VALUE; // all of it is at hand
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        body.produce(channel);
    }

    @Override
    public void consumeInformation(HttpResponse response, HttpContext context) {
        // 1xx: the answer is still to come
    }

    @Override
    public void consumeResponse(HttpResponse response, @Nullable EntityDetails entity, HttpContext context) {
        answered = new Responded(response.getCode(), RetryAfter.of(response, Instant.now()));
        if (DefaultConnectionReuseStrategy.INSTANCE.keepAlive(null, response, context)) {
            keptFor = DefaultConnectionKeepAliveStrategy.INSTANCE.getKeepAliveDuration(response, context);
        }
        read = entity == null;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        bodyBytes += bytes.remaining();
        bytes.position(bytes.limit());
        if (bodyBytes > MAX_BODY_BYTES) {
            throw new IOException("the body of the response has more than " + MAX_BODY_BYTES + " bytes");
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        read = true;
    }

    @Override
    public void failed(Exception failure) {
        leave(false);
        if (ended.compareAndSet(false, true)) {
            call.failed(this, failure);
        }
    }

    @Override
    public void cancel() {
        // given up by ourselves: the connection is closed, which is told as a failure
    }

    /** Told only here, after the connection has gone back: what is sent next because of the answer finds it free. */
    @Override
    public void releaseResources() {
        leave(read);
        if (ended.compareAndSet(false, true)) {
            var answer = answered;
            if (answer != null) {
                call.responded(answer);
            } else {
                call.failed(this, new ConnectionClosedException("given up"));
            }
        }
    }

    private void leave(boolean whole) {
        var left = target;
        if (left == null) {
            return;
        }
        target = null;
        var kept = keptFor;
        if (whole && kept != null) {
            left.giveBack(kept);
        } else {
            left.close();
        }
    }
}
