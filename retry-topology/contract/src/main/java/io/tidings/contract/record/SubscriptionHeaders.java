package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import org.apache.kafka.common.header.Header;

/** The headers that identify a subscription in the records of its deliveries, made once for all of them. */
public final class SubscriptionHeaders {
    private final byte[] key;
    private final Header topic;
    private final Header name;
    private final Header uid;

    public SubscriptionHeaders(SubscriptionKey subscription, String uid) {
        this.key = subscription.bytes();
        this.topic = header(HeaderNames.TOPIC, subscription.topic());
        this.name = header(HeaderNames.SUBSCRIPTION, subscription.name());
        this.uid = header(HeaderNames.SUBSCRIPTION_UID, uid);
    }

    /** Callers must not change the array. */
    public byte[] key() {
        return key;
    }

    Header topic() {
        return topic;
    }

    Header name() {
        return name;
    }

    Header uid() {
        return uid;
    }
}
