package io.tidings.ingest.validation;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.ingest.validation.ValidationQuestion.ValidationRequest;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.runtime.http.HttpReply;
import io.tidings.runtime.http.OutgoingProxy;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends validation requests, with the address rules of deliveries (B-SUB-4). Blocking; meant for virtual threads. */
public final class ValidationClient implements AutoCloseable {
    private final CheckedClient client;

    private ValidationClient(CheckedClient client) {
        this.client = client;
    }

    /**
     * @param proxy null for none
     * @param limit of one attempt, from the lookup to the end of the response
     * @param atOnce limit of concurrent attempts
     */
    public static ValidationClient open(
            EndpointRules urls, AddressRules rules, @Nullable OutgoingProxy proxy, Duration limit, int atOnce) {
        return new ValidationClient(CheckedClient.open("the endpoint", urls, rules, proxy, limit, atOnce));
    }

    /** @param tls the certificates of both sides; null for the JDK's trust and no client certificate */
    public ValidationResponse ask(ValidationRequest request, @Nullable SSLContext tls) {
        var question = new HttpQuestion(request.method(), request.endpoint(), request.headers(), request.body());
        return switch (client.send(question, tls)) {
            case HttpReply.WholeResponse(var status, var headers, var body) ->
                new ValidationResponse.Received(status, headers, body);
            case HttpReply.ResponseMissing(var reason, var _) -> new ValidationResponse.Missing(reason);
            case HttpReply.ProxyUnavailable(var reason) -> new ValidationResponse.Missing(reason);
            case HttpReply.RequestWithheld(var reason) -> new ValidationResponse.NotSent(reason);
        };
    }

    /** Cancels all requests. */
    @Override
    public void close() {
        client.close();
    }
}
