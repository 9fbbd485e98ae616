package io.tidings.ingest.manage;

import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.Subscription;
import io.tidings.contract.resource.TopicResource;
import io.tidings.contract.resource.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a subscription must fulfil beyond its own shape: towards its topic, the clock and the network. Pure. */
record SubscriptionRules(AddressRules addresses) {
    /** Every rule it breaks; none when it is good. */
    List<Violation> brokenBy(Subscription subscription, TopicResource topic, Instant now) {
        var violations = new ArrayList<Violation>();
        var schema = subscription.deliveredAs(topic.inputSchema());
        if (!topic.inputSchema().deliverableAs(schema)) {
            violations.add(new Violation(
                    "properties.eventDeliverySchema",
                    "must not be " + schema.deliveryName() + ", because the topic takes "
                            + topic.inputSchema().inputName()));
        }
        if (subscription.expired(now)) {
            violations.add(new Violation("properties.expirationTimeUtc", "must lie in the future"));
        }
        var literal = AddressRules.literal(subscription.destination().endpoint().getHost());
        if (literal.filter(addresses::refused).isPresent()) {
            violations.add(new Violation(
                    "properties.destination.properties.endpointUrl",
                    "must not name an address of a private network (see endpoint.allow.networks)"));
        }
        return violations;
    }
}
