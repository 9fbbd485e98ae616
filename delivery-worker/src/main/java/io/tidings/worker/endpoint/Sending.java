package io.tidings.worker.endpoint;

import io.tidings.worker.verdict.Outcome.Answered;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * One request on one connection. Of the answer only its head counts; the body is read and thrown away, up to a limit.
 *
 * <p>Knows whether the connection had been used before and whether anything came back on it, which is what decides
 * whether the request may be sent again (B-DEL-3).
 */
final class Sending implements AsyncResponseConsumer<Answered>, FutureCallback<Answered> {
    private static final String ATTRIBUTE = "tidings.sending";
    private static final long MAX_BODY_BYTES = 1024 * 1024;

    private final Exchange exchange;
    private final long connectDeadline;
    private volatile boolean fresh;
    private volatile @Nullable EndpointDetails connection;
    private volatile long receivedBefore;
    private volatile @Nullable Answered answered;
    private volatile @Nullable Future<?> running;
    private volatile boolean read;
    private volatile boolean cancelled;
    /** HttpClient tells the consumer of the answer, then whoever waits for it, and both are this. */
    private final AtomicBoolean ended = new AtomicBoolean();

    private @Nullable FutureCallback<Answered> bodyRead;
    private long bodyBytes;

    Sending(Exchange exchange, Duration connectTimeout) {
        this.exchange = exchange;
        connectDeadline = System.nanoTime() + connectTimeout.toNanos();
    }

    /** Where the parts that HttpClient calls find it. */
    HttpClientContext context() {
        var context = HttpClientContext.create();
        context.setAttribute(ATTRIBUTE, this);
        return context;
    }

    static Sending of(HttpContext context) {
        return (Sending) Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "a request of another client");
    }

    Exchange exchange() {
        return exchange;
    }

    Duration connectTimeLeft() {
        return Duration.ofNanos(connectDeadline - System.nanoTime());
    }

    /** A new connection is made for it. */
    void connects() {
        fresh = true;
    }

    /** It is about to be written to the connection of this context. */
    static void begins(HttpContext context) {
        var details = HttpCoreContext.cast(context).getEndpointDetails();
        if (details != null) {
            var sending = of(context);
            sending.receivedBefore = details.getReceivedBytesCount();
            sending.connection = details;
        }
    }

    void running(Future<?> future) {
        running = future;
        if (cancelled) {
            future.cancel(true);
        }
    }

    /** Whether there is something under way that will report its end. */
    boolean cancel() {
        cancelled = true;
        var future = running;
        if (future != null) {
            future.cancel(true);
        }
        return future != null;
    }

    boolean given() {
        return cancelled;
    }

    @Nullable
    Answered answer() {
        return answered;
    }

    /** Whether the endpoint has most likely closed a kept connection when the request was on its way. */
    boolean metAClosedConnection(Exception failure) {
        return !fresh
                && !begun()
                && failure instanceof IOException
                && !(failure instanceof InterruptedIOException); // a timeout of ours
    }

    private boolean begun() {
        var details = connection;
        return details != null && details.getReceivedBytesCount() > receivedBefore;
    }

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails entity,
            HttpContext context,
            FutureCallback<Answered> whenRead) {
        var answer = new Answered(response.getCode(), RetryAfter.of(response, Instant.now()));
        answered = answer;
        bodyRead = whenRead;
        if (entity == null) {
            whenRead.completed(answer);
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // 1xx: the answer is still to come
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer body) throws IOException {
        bodyBytes += body.remaining();
        body.position(body.limit());
        if (bodyBytes > MAX_BODY_BYTES) {
            throw new IOException("the answer's body has more than " + MAX_BODY_BYTES + " bytes");
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        var whenRead = bodyRead;
        var answer = answered;
        if (whenRead != null && answer != null) {
            whenRead.completed(answer);
        }
    }

    @Override
    public void completed(Answered answer) {
        read = true;
    }

    /** Told only here, after the connection has gone back: what is sent next because of the answer finds it free. */
    @Override
    public void releaseResources() {
        var answer = answered;
        if (read && answer != null) {
            exchange.answered(answer);
        }
    }

    @Override
    public void failed(Exception failure) {
        if (ended.compareAndSet(false, true)) {
            exchange.failed(this, failure);
        }
    }

    @Override
    public void cancelled() {
        failed(new ConnectionClosedException("given up"));
    }
}
