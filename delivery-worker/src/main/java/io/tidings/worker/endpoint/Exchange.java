package io.tidings.worker.endpoint;

import io.tidings.runtime.endpoint.RefusedAddressException;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One request and what becomes of it; sent a second time at most (B-DEL-3).
 *
 * <p>Reports its outcome exactly once, on whatever thread it becomes known.
 */
public final class Exchange {
    private final Post post;
    private final EndpointClient client;
    private final BooleanSupplier sendable;
    private final Consumer<Outcome> report;
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile @Nullable Sending sending;
    private volatile boolean cancelled;
    private volatile boolean sentAgain;

    Exchange(Post post, EndpointClient client, BooleanSupplier sendable, Consumer<Outcome> report) {
        this.post = post;
        this.client = client;
        this.sendable = sendable;
        this.report = report;
    }

    /** Gives up waiting; the outcome is that of what is known until now. */
    public void cancel() {
        cancelled = true;
        var current = sending;
        if (current == null || !current.giveUp()) {
            settle(new Silent());
        }
    }

    /** Whether the head of the answer is known. */
    public boolean responded() {
        var current = sending;
        return current != null && current.answer() != null;
    }

    Post post() {
        return post;
    }

    /** Whether its request may be written now. */
    boolean sendable() {
        return sendable.getAsBoolean();
    }

    /** Sends nothing: the endpoint is none that may be sent to. */
    void refuse() {
        settle(new Refused());
    }

    /** Has one request under way from now on. */
    void sending(Sending next) {
        sending = next;
        if (cancelled && !next.giveUp()) {
            settle(new Silent());
        }
    }

    void responded(Answered answer) {
        settle(answer);
    }

    /** Nothing was sent, because its host has no address; a second lookup would take its time once more. */
    void unresolved(Exception failure) {
        settle(cancelled ? new Silent() : outcomeOf(failure));
    }

    void failed(Sending which, Exception failure) {
        if (cancelled) {
            settle(new Silent());
        } else if (!sentAgain && which.metAClosedConnection(failure)) {
            sentAgain = true;
            client.send(this);
        } else {
            settle(outcomeOf(failure));
        }
    }

    /** What has answered has answered, whatever became of the body. */
    private void settle(Outcome outcome) {
        if (reported.compareAndSet(false, true)) {
            client.ended(this);
            var current = sending;
            var answer = current == null ? null : current.answer();
            report.accept(answer == null ? outcome : answer);
        }
    }

    private Outcome outcomeOf(Exception failure) {
        return switch (failure) {
            case RefusedAddressException _ -> new Refused();
            case ConnectionRequestTimeoutException _, DeadlineTimeoutException _ -> new Unsent();
            case IllegalStateException _ -> new Unsent(); // the client has been shut down under us
            case UnknownHostException _ -> unreachable(Cause.RESOLUTION, failure);
            case ConnectTimeoutException _ -> unreachable(Cause.SOCKET, failure);
            case SocketTimeoutException _ -> new Silent();
            case MessageConstraintException _ -> unreachable(Cause.PROTOCOL, failure);
            case IOException _ -> unreachable(Cause.SOCKET, failure);
            case HttpException _ -> unreachable(Cause.PROTOCOL, failure);
            default -> unreachable(Cause.PROTOCOL, failure); // an open set; retried as any failure is
        };
    }

    private Unreachable unreachable(Cause cause, Exception failure) {
        var target = post.head().route().getTargetHost(); // with its port also where the URL has none
        var at = target.getHostName() + ":" + target.getPort();
        return new Unreachable(cause, FailureSentence.of(failure, target.getHostName(), at));
    }
}
