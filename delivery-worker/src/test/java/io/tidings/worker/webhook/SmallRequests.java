package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.postingTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.EventSchema;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.worker.Examples;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Requests with one small event, and what becomes of them. */
final class SmallRequests {
    static final AddressRules LOOPBACK = AddressRules.allowing(List.of("127.0.0.0/8", "::1/128"));
    static final EndpointRules EVERY_URL = new EndpointRules(true);
    private static final byte[] EVENT = "{\"id\":\"1\"}".getBytes(UTF_8);

    private SmallRequests() {}

    /** A client that may connect to this machine. */
    static WebhookClient client(Duration connectTimeout, Duration responseTimeout) {
        return WebhookClient.open(credentials(), EVERY_URL, LOOPBACK, null, connectTimeout, responseTimeout, 100);
    }

    /** Tokens from this machine, and no certificates. */
    static EndpointCredentials credentials() {
        return Examples.credentials(CredentialSettings.NONE);
    }

    /** The third attempt to deliver an event. */
    static WebhookRequest to(String url) {
        var template = RequestTemplate.of(postingTo(url), EventSchema.EVENT_GRID, false, null);
        return new WebhookRequest(
                template, template.valuesOf(EVENT, RecordValues.NONE), List.of(EVENT), null, 2, null, 0, null);
    }

    /** What became of a request, what is said of it left aside. */
    static Outcome outcomeAt(WebhookClient client, String url) throws InterruptedException {
        var outcome = toldOutcomeAt(client, url);
        return outcome instanceof Unreachable(var cause, var _) ? new Unreachable(cause) : outcome;
    }

    static Outcome toldOutcomeAt(WebhookClient client, String url) throws InterruptedException {
        var told = new LinkedBlockingQueue<Outcome>();
        var _ = client.post(to(url), () -> true, told::add);
        return next(told);
    }

    static Outcome next(BlockingQueue<Outcome> told) throws InterruptedException {
        var outcome = told.poll(90, TimeUnit.SECONDS);
        assertThat(outcome).as("an outcome is reported").isNotNull();
        return outcome;
    }
}
