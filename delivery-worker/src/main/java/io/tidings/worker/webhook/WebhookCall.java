package io.tidings.worker.webhook;

import static java.util.Objects.requireNonNull;

import io.tidings.runtime.address.RefusedAddressException;
import io.tidings.runtime.authentication.TokenReply;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.authentication.TokenReply.Refused;
import io.tidings.runtime.http.ProxyException;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.ProxyUnavailable;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.TokenUnavailable;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One request, sent again at most once because a connection was closed (B-DEL-3) and once because its token was refused
 * (B-AUTH-2). Reports its outcome exactly once, on any thread.
 */
public final class WebhookCall {
    private static final int UNAUTHORIZED = 401;

    private final WebhookRequest webhookRequest;
    private final WebhookClient client;
    private final BooleanSupplier sendable;
    private final Consumer<Outcome> report;
    private final AtomicBoolean reported = new AtomicBoolean();
    private volatile @Nullable HttpTransmission transmission;
    private volatile boolean cancelled;
    private volatile boolean sentAgain;
    private final AtomicInteger transmissions = new AtomicInteger();
    private volatile boolean late;
    private volatile @Nullable Issued token;
    private volatile boolean renewable;

    WebhookCall(
            WebhookRequest webhookRequest, WebhookClient client, BooleanSupplier sendable, Consumer<Outcome> report) {
        this.webhookRequest = webhookRequest;
        this.client = client;
        this.sendable = sendable;
        this.report = report;
    }

    /** Stops waiting; the outcome is the response if its head has arrived, else a timeout. */
    public void cancel() {
        cancelled = true;
        var current = transmission;
        if (current == null || !current.giveUp()) {
            settle(new TimedOut());
        }
    }

    /** The attempt has timed out: what was sent may still be responded to, but nothing more is sent. */
    public void sendNoMore() {
        late = true;
    }

    public boolean responded() {
        var current = transmission;
        return current != null && current.headArrived();
    }

    /** Returns how often the request was sent after the first time. */
    public int resends() {
        return Math.max(0, transmissions.get() - 1);
    }

    WebhookRequest post() {
        return webhookRequest;
    }

    BooleanSupplier sendable() {
        return sendable;
    }

    void refuse() {
        settle(new AddressRefused());
    }

    @Nullable
    Issued token() {
        return token;
    }

    void send() {
        client.send(this);
    }

    /**
     * The token arrived, or the reason why there is none.
     *
     * @param cached whether it is older than this call, so that it may have been revoked
     */
    void authorised(TokenReply reply, boolean cached) {
        switch (reply) {
            case Refused(var sentence, var proxyAway) ->
                settle(proxyAway ? new ProxyUnavailable(sentence) : new TokenUnavailable(sentence));
            case Issued issued -> {
                token = issued;
                renewable = cached;
                if (cancelled || late) {
                    settle(new TimedOut());
                } else {
                    send();
                }
            }
        }
    }

    void sending(HttpTransmission next) {
        transmissions.incrementAndGet();
        transmission = next;
        if (cancelled && !next.giveUp()) {
            settle(new TimedOut());
        }
    }

    void responded(Responded response) {
        var refused = token;
        if (response.status() == UNAUTHORIZED && refused != null && renewable && !cancelled && !late) {
            renewable = false;
            transmission = null; // this response counts only if there is no other token
            client.renew(this, refused, response);
        } else {
            settle(response);
        }
    }

    /** The host has no address; a second lookup would only take its time again. */
    void unresolved(Exception failure) {
        settle(cancelled ? new TimedOut() : outcomeOf(failure));
    }

    void failed(HttpTransmission which, Exception failure) {
        if (cancelled) {
            settle(new TimedOut());
        } else if (!sentAgain && which.metAClosedConnection(failure)) {
            sentAgain = true;
            client.send(this);
        } else {
            settle(outcomeOf(failure));
        }
    }

    /** A response whose head has arrived counts, whatever happens to its body. */
    private void settle(Outcome outcome) {
        if (reported.compareAndSet(false, true)) {
            client.ended(this);
            var current = outcome instanceof Responded ? null : transmission;
            var response = current == null ? null : current.response();
            report.accept(response == null ? outcome : response);
        }
    }

    private Outcome outcomeOf(Exception failure) {
        return switch (failure) {
            case RefusedAddressException _ -> new AddressRefused();
            case ConnectionRequestTimeoutException _, DeadlineTimeoutException _ -> new NotSent();
            case IllegalStateException _ -> new NotSent(); // the client was closed meanwhile
            case ProxyException proxy ->
                proxy.away()
                        ? new ProxyUnavailable(requireNonNull(proxy.getMessage()))
                        : new Unreachable(Cause.SOCKET, proxy.getMessage());
            case UnknownHostException _ -> unreachable(Cause.RESOLUTION, failure);
            case ConnectTimeoutException _ -> unreachable(Cause.SOCKET, failure);
            case SocketTimeoutException _ -> new TimedOut();
            case MessageConstraintException _ -> unreachable(Cause.PROTOCOL, failure);
            case IOException _ -> unreachable(Cause.SOCKET, failure);
            case HttpException _ -> unreachable(Cause.PROTOCOL, failure);
            default -> unreachable(Cause.PROTOCOL, failure); // an open set; retried like any failure
        };
    }

    private Unreachable unreachable(Cause cause, Exception failure) {
        var target = webhookRequest.template().route().getTargetHost(); // has the port even if the URL has none
        var at = target.getHostName() + ":" + target.getPort();
        return new Unreachable(cause, FailureDescription.of(failure, target.getHostName(), at));
    }
}
