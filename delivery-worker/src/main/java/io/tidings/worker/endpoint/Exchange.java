package io.tidings.worker.endpoint;

import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Refused;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Outcome.Unsent;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. Of the answer only its head counts; the body is read and thrown away, up to a limit.
 *
 * <p>Reports its outcome exactly once, on whatever thread it becomes known.
 */
public final class Exchange implements AsyncResponseConsumer<Answered>, FutureCallback<Answered> {
    private static final long MAX_BODY_BYTES = 1024 * 1024;

    private final Consumer<Outcome> report;
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile @Nullable Answered answered;
    private volatile @Nullable Future<?> running;
    private volatile boolean cancelled;
    private @Nullable FutureCallback<Answered> bodyRead;
    private long bodyBytes;

    Exchange(Consumer<Outcome> report) {
        this.report = report;
    }

    /** Gives up waiting; the outcome is that of what is known until now. */
    public void cancel() {
        cancelled = true;
        var future = running;
        if (future == null) {
            settle(new Silent());
        } else {
            future.cancel(true);
        }
    }

    /** Whether the head of the answer is known. */
    public boolean answered() {
        return answered != null;
    }

    /** Sends nothing: the endpoint is none that may be sent to. */
    void refuse() {
        settle(new Refused());
    }

    boolean given() {
        return cancelled;
    }

    void running(Future<?> future) {
        running = future;
        if (cancelled) {
            future.cancel(true);
        }
    }

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails entity,
            HttpContext context,
            FutureCallback<Answered> whenRead) {
        var answer = new Answered(response.getCode(), RetryAfter.of(response));
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
    public void releaseResources() {
        // holds none
    }

    @Override
    public void completed(Answered answer) {
        settle(answer);
    }

    @Override
    public void failed(Exception failure) {
        settle(outcomeOf(failure));
    }

    @Override
    public void cancelled() {
        settle(new Silent());
    }

    /** What has answered has answered, whatever became of the body. */
    private void settle(Outcome outcome) {
        if (reported.compareAndSet(false, true)) {
            var answer = answered;
            report.accept(answer == null ? outcome : answer);
        }
    }

    private static Outcome outcomeOf(Exception failure) {
        return switch (failure) {
            case RefusedAddressException _ -> new Refused();
            case ConnectionRequestTimeoutException _, DeadlineTimeoutException _ -> new Unsent();
            case UnknownHostException _ -> new Unreachable(Cause.RESOLUTION);
            case ConnectTimeoutException _ -> new Unreachable(Cause.SOCKET);
            case SocketTimeoutException _ -> new Silent();
            case IOException _ -> new Unreachable(Cause.SOCKET);
            case HttpException _ -> new Unreachable(Cause.PROTOCOL);
            default -> new Unreachable(Cause.PROTOCOL); // an open set; retried as any failure is
        };
    }
}
