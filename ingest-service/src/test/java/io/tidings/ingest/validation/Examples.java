package io.tidings.ingest.validation;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Named values of these tests. */
final class Examples {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    static final String CODE = "512d38b6-c7b8-40c8-89fe-f46f9e9622b6";
    static final URI URL = new ValidationUrl(URI.create("https://events.example.com/")).of(BILLING, CODE);

    private Examples() {}

    static Subscription subscription(String endpoint) {
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s",
              "deliveryAttributeMappings":[
                {"name":"X-Key","type":"Static","properties":{"value":"hush","isSecret":true}},
                {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}}}}
            """.formatted(endpoint);
        return switch (new SubscriptionJson(new EndpointRules(false))
                .read(BILLING, json.getBytes(StandardCharsets.UTF_8))) {
            case Validated.Valid<Subscription>(var subscription) -> subscription;
            case Validated.Invalid<Subscription> invalid -> throw new AssertionError(invalid.sentence());
        };
    }
}
