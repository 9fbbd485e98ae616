package io.tidings.ingest.reconcile;

import io.tidings.contract.subscription.Subscription;
import io.tidings.ingest.validation.ValidationClient;
import io.tidings.ingest.validation.ValidationQuestion.ValidationRequest;
import io.tidings.ingest.validation.ValidationResponse;
import io.tidings.runtime.authentication.EndpointAccess;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.authentication.TokenReply;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.authentication.TokenReply.Refused;
import java.util.HashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Validation requests with the token and the certificates that deliveries to the same endpoint have (B-AUTH-2,
 * B-AUTH-3). Blocking; meant for virtual threads.
 */
record CredentialedRequests(ValidationClient client, EndpointCredentials credentials) implements AutoCloseable {
    private static final int UNAUTHORIZED = 401;

    ValidationResponse ask(ValidationRequest request, Subscription subscription) {
        var access = EndpointAccess.of(subscription);
        if (access == null) {
            return client.ask(request, null);
        }
        var hindrance = credentials.hindrance(subscription);
        if (hindrance != null) {
            return new ValidationResponse.NotSent(hindrance);
        }
        return access.byToken() ? askWithToken(request, access) : askWithCertificates(request, access);
    }

    private ValidationResponse askWithCertificates(ValidationRequest request, EndpointAccess access) {
        var names = access.tls();
        var tls = names == null ? null : credentials.tls(names);
        return client.ask(request, tls == null ? null : tls.ssl());
    }

    private ValidationResponse askWithToken(ValidationRequest request, EndpointAccess access) {
        var reply = credentials.token(access);
        boolean cached = reply.isDone();
        return switch (awaited(reply)) {
            case Refused(var sentence, var _) -> new ValidationResponse.Missing(sentence);
            case Issued token -> {
                var response = askWithCertificates(with(token, request), access);
                yield cached && refused(response) ? askAgain(request, access, token, response) : response;
            }
        };
    }

    /** Asks with a renewed token, because the cached one may have been revoked. */
    private ValidationResponse askAgain(
            ValidationRequest request, EndpointAccess access, Issued refused, ValidationResponse response) {
        return credentials
                .renewed(access, refused)
                .map(CredentialedRequests::awaited)
                .map(reply -> switch (reply) {
                    case Refused(var sentence, var _) -> new ValidationResponse.Missing(sentence);
                    case Issued token -> askWithCertificates(with(token, request), access);
                })
                .orElse(response);
    }

    private static boolean refused(ValidationResponse response) {
        return response instanceof ValidationResponse.Received received && received.status() == UNAUTHORIZED;
    }

    private static ValidationRequest with(Issued token, ValidationRequest request) {
        var headers = new HashMap<>(request.headers());
        headers.put("authorization", "Bearer " + token.value());
        return new ValidationRequest(request.method(), request.endpoint(), headers, request.body());
    }

    /** Waits no longer than a request for a token may take. */
    private static TokenReply awaited(CompletableFuture<TokenReply> reply) {
        try {
            return reply.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Refused("the request for a token was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a request for a token never fails", e);
        }
    }

    @Override
    public void close() {
        client.close();
        credentials.close();
    }
}
