package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import java.util.List;
import org.apache.kafka.common.header.Header;

/** The headers of an event that Tidings itself publishes. */
public final class EventHeaders {
    private EventHeaders() {}

    /** @param topic that the event is published to */
    public static List<Header> of(String topic, String contentType) {
        return List.of(
                header(HeaderNames.FORMAT, HeaderNames.FORMAT_1),
                header(HeaderNames.TOPIC, topic),
                header(HeaderNames.CONTENT_TYPE, contentType));
    }
}
