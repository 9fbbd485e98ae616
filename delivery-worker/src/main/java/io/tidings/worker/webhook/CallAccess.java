package io.tidings.worker.webhook;

import io.tidings.contract.subscription.Subscription;
import io.tidings.runtime.authentication.EndpointAccess;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.worker.verdict.Outcome.Responded;
import org.jspecify.annotations.Nullable;

/** Tokens and connections for calls, as their endpoints ask for them (B-AUTH-2, B-AUTH-3). */
record CallAccess(EndpointCredentials credentials, ConnectionPools pools) implements AutoCloseable {
    @Nullable
    String hindrance(Subscription subscription) {
        return credentials.hindrance(subscription);
    }

    /** Sends a call; one without a cached token waits for it, while the attempt's time runs. */
    void authorise(WebhookCall call) {
        var access = call.post().template().access();
        if (access == null || !access.byToken()) {
            call.send();
            return;
        }
        var reply = credentials.token(access);
        boolean cached = reply.isDone();
        var _ = reply.thenAccept(each -> call.authorised(each, cached));
    }

    void renew(WebhookCall call, Issued refused, Responded response) {
        var access = call.post().template().access();
        var renewed =
                access == null ? null : credentials.renewed(access, refused).orElse(null);
        if (renewed == null) {
            call.responded(response);
        } else {
            var _ = renewed.thenAccept(each -> call.authorised(each, false));
        }
    }

    /** @throws IllegalStateException if the certificates are not there, so that nothing is sent */
    Connections connections(@Nullable EndpointAccess access) {
        var names = access == null ? null : access.tls();
        if (names == null) {
            return pools.common();
        }
        var context = credentials.tls(names);
        if (context == null) {
            throw new IllegalStateException("there are no certificates for " + names);
        }
        return pools.of(names, context);
    }

    @Override
    public void close() {
        pools.close();
        credentials.close();
    }
}
