package io.tidings.worker.endpoint;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.Subscription;
import java.util.Locale;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicHttpRequest;

/**
 * What all requests of a subscription have in common, prepared once (B-DEL-2, reference §6).
 *
 * @param target whom to connect to
 * @param path with the query
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record RequestHead(HttpHost target, String path, Header[] headers, EventSchema schema) {
    private static final Header EVENT_GRID = new BasicHeader("content-type", "application/json; charset=utf-8");
    private static final Header CLOUD_EVENT =
            new BasicHeader("content-type", "application/cloudevents+json; charset=utf-8");

    /** @param schema of the bytes that are sent, which is that of the subscription when the event was matched */
    public static RequestHead of(Subscription subscription, EventSchema schema, boolean batch) {
        var endpoint = subscription.destination().endpoint();
        var path = endpoint.getRawPath() == null || endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
        var query = endpoint.getRawQuery();
        Header[] headers = {
            schema == EventSchema.CLOUD_EVENTS ? CLOUD_EVENT : EVENT_GRID,
            new BasicHeader("aeg-event-type", "Notification"),
            new BasicHeader("aeg-subscription-name", subscription.key().name().toUpperCase(Locale.ROOT)),
            new BasicHeader("aeg-metadata-version", schema == EventSchema.CLOUD_EVENTS ? "1.0" : "1"),
        };
        return new RequestHead(
                new HttpHost(endpoint.getScheme().toLowerCase(Locale.ROOT), endpoint.getHost(), endpoint.getPort()),
                query == null ? path : path + "?" + query,
                headers,
                schema);
    }

    /** @param attemptsBefore how many attempts were made before this one */
    BasicHttpRequest request(int attemptsBefore) {
        var request = new BasicHttpRequest(Method.POST, target, path);
        request.setHeaders(headers);
        request.addHeader("aeg-delivery-count", attemptsBefore);
        return request;
    }

    /** The values of the dynamic headers for one event. */
    public DynamicValues valuesOf(byte[] event) {
        return DynamicValues.NONE;
    }

    /** The body that carries one event: an array of it, but for CloudEvents the event itself. */
    byte[] body(byte[] event) {
        if (schema == EventSchema.CLOUD_EVENTS) {
            return event;
        }
        var body = new byte[event.length + 2];
        body[0] = '[';
        System.arraycopy(event, 0, body, 1, event.length);
        body[body.length - 1] = ']';
        return body;
    }
}
