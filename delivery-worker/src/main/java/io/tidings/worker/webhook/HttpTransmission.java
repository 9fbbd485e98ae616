package io.tidings.worker.webhook;

import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.webhook.RecentConnections.Lease;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.impl.DefaultConnectionKeepAliveStrategy;
import org.apache.hc.core5.http.ConnectionClosedException;
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
 * One request on one connection. Only the head of the response counts; the body is read up to a limit and dropped, but
 * for the beginning of a failed response (B-TIME-1).
 * Knows whether the connection was used before and whether it received any byte, which decides whether the request may
 * be sent again (B-DEL-3).
 */
final class HttpTransmission implements AsyncClientExchangeHandler {
    /** Counts what is sent, not the body: a chunk of one byte may have an extension of thousands. */
    private static final long MAX_RESPONSE_BYTES = 1024 * 1024;

    private final WebhookCall call;
    private final RequestBody body;
    private final long connectNanos;
    private volatile long connectDeadline;
    private volatile boolean fresh;
    private volatile @Nullable EndpointDetails connection;
    private volatile long receivedBefore;
    private volatile @Nullable Responded responded;
    private volatile @Nullable ResponseExcerpt excerpt;
    private volatile @Nullable Future<?> leasing;
    private volatile @Nullable Future<?> connecting;
    private volatile @Nullable Target target;
    private volatile boolean givenUp;
    private @Nullable TimeValue keptFor;
    private boolean read;
    /** HttpClient may report the end of a connection more than once. */
    private final AtomicBoolean ended = new AtomicBoolean();

    record Target(Connections connections, Lease lease) {
        void closeAtOnce() {
            lease.endpoint().close(CloseMode.IMMEDIATE);
        }

        void giveBack(TimeValue keptFor) {
            connections.giveBack(lease, keptFor);
        }

        /** A connection with unread data must not serve the next request. */
        void close() {
            connections.discard(lease.endpoint());
        }
    }

    HttpTransmission(WebhookCall call, Duration connectTimeout) {
        this.call = call;
        this.body = call.post().template().body(call.post());
        connectNanos = connectTimeout.toNanos();
        connectDeadline = System.nanoTime() + connectNanos;
    }

    /** The connect timeout starts here: the wait for a resolver thread is not the endpoint's time. */
    void lookupBegins() {
        connectDeadline = System.nanoTime() + connectNanos;
    }

    WebhookCall exchange() {
        return call;
    }

    Duration connectTimeLeft() {
        return Duration.ofNanos(connectDeadline - System.nanoTime());
    }

    void leases(Future<?> lease) {
        leasing = lease;
        if (givenUp) {
            lease.cancel(true);
        }
    }

    void takes(Connections connections, Lease lease, boolean connected) {
        fresh |= !connected;
        target = new Target(connections, lease);
    }

    void connects(Future<?> connect) {
        connecting = connect;
        if (givenUp) {
            connect.cancel(true);
        }
    }

    /**
     * Cancels the lease, the connect or the exchange, whichever is running; returns false if none is. Each step is
     * published before {@code givenUp} is read, and {@code givenUp} is set before the steps are read, so a cancel is
     * never missed.
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
            taken.closeAtOnce();
        }
        return lease != null || taken != null;
    }

    boolean givenUp() {
        return givenUp;
    }

    /** Returns whether the head of the response has arrived. */
    boolean headArrived() {
        return responded != null;
    }

    /** Returns the response with what has arrived of its excerpt; null before its head. */
    @Nullable
    Responded response() {
        var head = responded;
        var beginning = excerpt;
        return head == null || beginning == null ? head : head.withExcerpt(beginning.text());
    }

    /** Returns whether the endpoint probably closed a kept connection while the request was being sent. */
    boolean metAClosedConnection(Exception failure) {
        return !fresh
                && !responseBegun()
                && failure instanceof IOException
                && !(failure instanceof InterruptedIOException); // our own timeout
    }

    private boolean responseBegun() {
        return receivedBytes() > 0;
    }

    private long receivedBytes() {
        var details = connection;
        return details == null ? 0 : details.getReceivedBytesCount() - receivedBefore;
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        var details = HttpCoreContext.cast(context).getEndpointDetails();
        if (details != null) {
            receivedBefore = details.getReceivedBytesCount();
            connection = details;
        }
        long length = body.length();
        var request = call.post().template().request(call.post(), length, call.token());
        channel.sendRequest(request, new BasicEntityDetails(length, null), context);
    }

    @Override
    public int available() {
        return Integer.MAX_VALUE; // the whole body is in memory
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        body.produce(channel);
    }

    @Override
    public void consumeInformation(HttpResponse response, HttpContext context) {
        // 1xx, limited by the connection: the response is still to come
    }

    @Override
    public void consumeResponse(HttpResponse response, @Nullable EntityDetails entity, HttpContext context) {
        var head = new Responded(response.getCode(), RetryAfter.of(response, Instant.now()));
        var mask = call.post().template().excerpts();
        if (mask != null && entity != null && !Judge.succeeds(head)) {
            excerpt = excerpt(mask, entity);
        }
        responded = head;
        if (DefaultConnectionReuseStrategy.INSTANCE.keepAlive(null, response, context)) {
            keptFor = DefaultConnectionKeepAliveStrategy.INSTANCE.getKeepAliveDuration(response, context);
        }
        read = entity == null;
    }

    private ResponseExcerpt excerpt(SecretMask secrets, EntityDetails entity) {
        var token = call.token();
        return new ResponseExcerpt(
                token == null ? secrets : secrets.and(token.value()),
                entity.getContentType(),
                entity.getContentEncoding());
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        var beginning = excerpt;
        if (beginning != null) {
            beginning.add(bytes);
        }
        bytes.position(bytes.limit());
        if (receivedBytes() > MAX_RESPONSE_BYTES) {
            throw new IOException("the response has more than " + MAX_RESPONSE_BYTES + " bytes");
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
        // cancelled by the worker: the connection is closed, which is reported as a failure
    }

    /** Reports only here, after the release of the connection, so that the next request finds it free. */
    @Override
    public void releaseResources() {
        leave(read);
        if (ended.compareAndSet(false, true)) {
            var response = response();
            if (response != null) {
                call.responded(response);
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
