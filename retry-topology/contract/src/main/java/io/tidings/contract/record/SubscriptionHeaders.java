package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import org.apache.kafka.common.header.Header;

/**
 * The headers that identify a subscription in the records of its deliveries, made once for all of them.
 *
 * @param key of the records; callers must not change the array
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SubscriptionHeaders(byte[] key, Header topic, Header name, Header uid) {
    public SubscriptionHeaders(SubscriptionKey subscription, String uid) {
        this(
                subscription.bytes(),
                header(HeaderNames.TOPIC, subscription.topic()),
                header(HeaderNames.SUBSCRIPTION, subscription.name()),
                header(HeaderNames.SUBSCRIPTION_UID, uid));
    }
}
