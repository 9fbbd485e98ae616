package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.delivery.DeliveredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes the headers of new deliveries like {@link DeliveryHeaders}, but makes the headers that all deliveries of an
 * event share only once. Confined to one thread.
 */
public final class DeliveryHeaderTemplate {
    private static final Header FORMAT = header(HeaderNames.FORMAT, HeaderNames.FORMAT_1);
    private static final Header NO_ATTEMPTS = header(HeaderNames.ATTEMPTS, "0");
    private static final Header NO_DEFERRALS = header(HeaderNames.DEFERRALS, "0");
    private static final int TOPIC = 1;
    private static final int SUBSCRIPTION = 2;
    private static final int UID = 3;
    private static final int SUBSCRIPTIONS_OFFSET = 8;

    private final Time published = new Time(HeaderNames.PUBLISHED);
    private final Time parked = new Time(HeaderNames.PARKED);

    /** @param subscriptionsRead the position up to which the table was read when the event was matched */
    public OfEvent of(DeliveredEvent event, long subscriptionsRead, Instant now) {
        var headers = new ArrayList<@Nullable Header>(16);
        headers.add(FORMAT);
        headers.addAll(Arrays.asList(null, null, null)); // set for each subscription
        headers.add(header(HeaderNames.SCHEMA, event.schema().deliveryName()));
        headers.add(header(HeaderNames.EVENT_ID, event.id()));
        headers.add(published.header(event.published()));
        headers.add(header(HeaderNames.SOURCE, event.source().toString()));
        headers.add(header(HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(subscriptionsRead)));
        headers.add(NO_ATTEMPTS);
        headers.add(NO_DEFERRALS);
        headers.add(parked.header(now));
        var optional = new ArrayList<Header>(4);
        DeliveryHeaders.addOptional(optional, event);
        headers.addAll(optional);
        return new OfEvent(headers.toArray(Header[]::new), subscriptionsRead);
    }

    public static final class OfEvent {
        private final @Nullable Header[] common;
        private final long subscriptionsRead;

        private OfEvent(@Nullable Header[] common, long subscriptionsRead) {
            this.common = common;
            this.subscriptionsRead = subscriptionsRead;
        }

        /** @param offset of the subscription in its table; may be above the position read, if it is new */
        public Header[] to(SubscriptionHeaders subscription, long offset) {
            var headers = common.clone();
            headers[TOPIC] = subscription.topic();
            headers[SUBSCRIPTION] = subscription.name();
            headers[UID] = subscription.uid();
            if (offset >= subscriptionsRead) {
                headers[SUBSCRIPTIONS_OFFSET] = header(HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(offset + 1));
            }
            return headers;
        }
    }

    /** A header with a time; events in sequence often have the same. */
    private static final class Time {
        private final String name;
        private Instant last = Instant.EPOCH;
        private Header header;

        Time(String name) {
            this.name = name;
            this.header = HeaderText.header(name, last.toString());
        }

        Header header(Instant time) {
            if (!time.equals(last)) {
                last = time;
                header = HeaderText.header(name, time.toString());
            }
            return header;
        }
    }
}
