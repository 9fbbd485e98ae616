package io.tidings.worker.webhook;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.message.BufferedHeader;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The common part of all requests of a subscription, prepared once (B-DEL-2, B-DEL-5, reference §6).
 *
 * <p>No header occurs twice in a request: Tidings' own headers override those of the subscription, and of two headers
 * with the same name the first one counts.
 */
public final class RequestTemplate {
    private static final String USER_AGENT = "Tidings";

    private final HttpHost target;
    private final HttpRoute route;
    private final String path;
    private final EventSchema schema;
    private final boolean array;
    private final Header[] headers;
    private final DynamicHeaders dynamic;

    private RequestTemplate(
            URI endpoint, EventSchema schema, boolean array, List<Header> headers, DynamicHeaders dynamic) {
        target = target(endpoint);
        route = new HttpRoute(
                RoutingSupport.normalize(target, DefaultSchemePortResolver.INSTANCE),
                null,
                URIScheme.HTTPS.same(target.getSchemeName()));
        path = pathOf(endpoint);
        this.schema = schema;
        this.array = array;
        this.headers = headers.toArray(Header[]::new);
        this.dynamic = dynamic;
    }

    /**
     * @param schema of the bytes that are sent: the subscription's schema when the event was matched
     * @param batch whether requests may carry many events
     */
    public static RequestTemplate of(Subscription subscription, EventSchema schema, boolean batch) {
        boolean cloudEvents = schema == EventSchema.CLOUD_EVENTS;
        var headers = new ArrayList<Header>();
        headers.add(
                written("host", target(subscription.destination().endpoint()).toHostString()));
        headers.add(written("user-agent", USER_AGENT));
        headers.add(written("content-type", contentType(cloudEvents, batch)));
        headers.add(written("aeg-event-type", "Notification"));
        headers.add(written("aeg-subscription-name", subscription.key().name().toUpperCase(Locale.ROOT)));
        headers.add(written("aeg-metadata-version", cloudEvents ? "1.0" : "1"));
        if (cloudEvents) {
            headers.add(written("origin", Webhook.ORIGIN));
            headers.add(written("webhook-request-origin", Webhook.ORIGIN));
        }
        var dynamic = new ArrayList<Dynamic>();
        for (var attribute : distinct(subscription.destination().attributes())) {
            switch (attribute) {
                case Static(var name, var value, var _) -> headers.add(written(name, value));
                case Dynamic each -> dynamic.add(each);
            }
        }
        return new RequestTemplate(
                subscription.destination().endpoint(),
                schema,
                batch || !cloudEvents,
                headers,
                new DynamicHeaders(dynamic));
    }

    private static HttpHost target(URI endpoint) {
        return new HttpHost(endpoint.getScheme().toLowerCase(Locale.ROOT), endpoint.getHost(), endpoint.getPort());
    }

    /** Returns a header that is serialised already, so that no request has to do it again. */
    private static Header written(String name, String value) {
        var line = new CharArrayBuffer(name.length() + value.length() + 2);
        line.append(name);
        line.append(": ");
        line.append(value);
        return BufferedHeader.create(line);
    }

    private static String contentType(boolean cloudEvents, boolean batch) {
        var type = cloudEvents ? batch ? "cloudevents-batch+json" : "cloudevents+json" : "json";
        return "application/" + type + "; charset=utf-8";
    }

    /** Drops illegal attributes, because other programs may write the table of subscriptions. */
    private static List<DeliveryAttribute> distinct(List<DeliveryAttribute> attributes) {
        var names = new HashSet<String>();
        return attributes.stream()
                .filter(each -> HeaderRules.brokenByName(each.name()).isEmpty())
                .filter(each -> !(each instanceof Static(var _, var value, var _)) || HeaderRules.legalValue(value))
                .filter(each -> names.add(each.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static String pathOf(URI endpoint) {
        var path = endpoint.getRawPath() == null || endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
        return endpoint.getRawQuery() == null ? path : path + "?" + endpoint.getRawQuery();
    }

    public DynamicHeaderValues valuesOf(byte[] event) {
        return dynamic.of(event);
    }

    HttpHost target() {
        return target;
    }

    HttpRoute route() {
        return route;
    }

    BasicHttpRequest request(WebhookRequest webhookRequest) {
        var request = new BasicHttpRequest(Method.POST, target, path);
        request.setHeaders(headers);
        request.addHeader("aeg-delivery-count", webhookRequest.attemptsBefore());
        var version = webhookRequest.dataVersion();
        if (schema == EventSchema.EVENT_GRID && version != null && HeaderRules.legalValue(version)) {
            request.addHeader("aeg-data-version", version);
        }
        var trace = webhookRequest.trace();
        if (trace != null) {
            request.addHeader(HeaderNames.TRACEPARENT, trace.traceparent());
            if (trace.tracestate() != null) {
                request.addHeader(HeaderNames.TRACESTATE, trace.tracestate());
            }
        }
        webhookRequest.values().headers().forEach(request::addHeader);
        return request;
    }

    RequestBody body(WebhookRequest webhookRequest) {
        return new RequestBody(webhookRequest.events(), array);
    }
}
