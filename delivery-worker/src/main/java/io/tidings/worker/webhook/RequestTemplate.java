package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.runtime.authentication.EndpointAccess;
import io.tidings.runtime.authentication.TokenReply.Issued;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all requests of a subscription, prepared once (B-DEL-2, B-DEL-5, reference §6).
 *
 * <p>No header occurs twice in a request: Tidings' own headers override those of the subscription, and of two headers
 * with the same name the first one counts.
 */
public final class RequestTemplate {
    private static final String USER_AGENT = "Tidings";
    private static final String AUTHORIZATION = "authorization";
    private static final String END_OF_LINE = "\r\n";

    /** Room for the headers of a single request, in characters. */
    private static final int OWN_HEADERS = 128;

    private final HttpHost target;
    private final HttpRoute route;
    private final String path;
    private final EventSchema schema;
    private final boolean toAgent;
    private final boolean array;
    private final byte[] head;
    private final DynamicHeaders dynamic;
    private final @Nullable RequestSigner signer;
    private final @Nullable EndpointAccess access;
    private final @Nullable SecretMask excerpts;

    private RequestTemplate(
            URI endpoint,
            EventSchema schema,
            boolean toAgent,
            boolean array,
            CharSequence headers,
            DynamicHeaders dynamic,
            @Nullable RequestSigner signer,
            @Nullable EndpointAccess access,
            @Nullable SecretMask excerpts) {
        target = target(endpoint);
        route = new HttpRoute(
                RoutingSupport.normalize(target, DefaultSchemePortResolver.INSTANCE),
                null,
                URIScheme.HTTPS.same(target.getSchemeName()));
        path = pathOf(endpoint);
        this.schema = schema;
        this.toAgent = toAgent;
        this.array = array;
        this.head = encoded("POST " + path + " HTTP/1.1" + END_OF_LINE + headers);
        this.dynamic = dynamic;
        this.signer = signer;
        this.access = access;
        this.excerpts = excerpts;
    }

    /**
     * @param schema of the bytes that are sent: the subscription's schema when the event was matched
     * @param batch whether requests may carry many events
     * @param excerpts hides secrets in the excerpts of failed responses; null if none are kept
     */
    public static RequestTemplate of(
            Subscription subscription, EventSchema schema, boolean batch, @Nullable SecretMask excerpts) {
        boolean cloudEvents = schema == EventSchema.CLOUD_EVENTS;
        var headers = new StringBuilder();
        line(headers, "host", target(subscription.destination().endpoint()).toHostString());
        line(headers, "user-agent", USER_AGENT);
        var agent = subscription.extensions().agent();
        if (agent != null) { // which knows nothing of Event Grid
            line(headers, "content-type", "application/json");
            line(headers, AgentRequests.SUBSCRIPTION, agent.id());
        } else {
            eventGridHeaders(subscription, cloudEvents, batch, headers);
        }
        var access = EndpointAccess.of(subscription);
        boolean byToken = access != null && access.byToken();
        var dynamic = new ArrayList<Dynamic>();
        for (var attribute : distinct(subscription.destination().attributes(), byToken)) {
            switch (attribute) {
                case Static(var name, var value, var _) -> line(headers, name, value);
                case Dynamic each -> dynamic.add(each);
            }
        }
        return new RequestTemplate(
                subscription.destination().endpoint(),
                schema,
                agent != null,
                agent == null && (batch || !cloudEvents),
                headers,
                new DynamicHeaders(dynamic),
                signer(subscription.extensions().signing()),
                access,
                excerpts);
    }

    private static void eventGridHeaders(
            Subscription subscription, boolean cloudEvents, boolean batch, StringBuilder headers) {
        line(headers, "content-type", contentType(cloudEvents, batch));
        line(headers, "aeg-event-type", "Notification");
        line(headers, "aeg-subscription-name", subscription.key().name().toUpperCase(Locale.ROOT));
        line(headers, "aeg-metadata-version", cloudEvents ? "1.0" : "1");
        if (cloudEvents) {
            line(headers, "origin", Webhook.ORIGIN);
            line(headers, "webhook-request-origin", Webhook.ORIGIN);
        }
    }

    private static @Nullable RequestSigner signer(@Nullable Signing signing) {
        return signing == null ? null : new RequestSigner(signing);
    }

    private static HttpHost target(URI endpoint) {
        return new HttpHost(endpoint.getScheme().toLowerCase(Locale.ROOT), endpoint.getHost(), endpoint.getPort());
    }

    private static String contentType(boolean cloudEvents, boolean batch) {
        var type = cloudEvents ? batch ? "cloudevents-batch+json" : "cloudevents+json" : "json";
        return "application/" + type + "; charset=utf-8";
    }

    /** Drops illegal attributes, because other programs may write the table of subscriptions. */
    private static List<DeliveryAttribute> distinct(List<DeliveryAttribute> attributes, boolean byToken) {
        var names = new HashSet<String>();
        if (byToken) {
            names.add(AUTHORIZATION);
        }
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

    public DynamicHeaders.Values valuesOf(byte[] event, RecordValues record) {
        return dynamic.of(event, record);
    }

    public boolean signs() {
        return signer != null;
    }

    /**
     * Signs a request, on the poll thread.
     *
     * @return null if the subscription does not ask for signatures
     */
    public @Nullable RequestSignature signature(WebhookId id, Instant attempted, List<byte[]> events) {
        return signer == null ? null : signer.sign(id, attempted, new RequestBody(events, array)::addTo);
    }

    HttpHost target() {
        return target;
    }

    HttpRoute route() {
        return route;
    }

    /** Returns null if anybody may send to the endpoint. */
    @Nullable
    EndpointAccess access() {
        return access;
    }

    /** Hides secrets in the excerpts of failed responses; null if none are kept. */
    @Nullable
    SecretMask excerpts() {
        return excerpts;
    }

    /**
     * One request, but for its body of so many bytes.
     *
     * @param token null if the endpoint asks for none
     */
    EncodedRequest request(WebhookRequest webhookRequest, long length, @Nullable Issued token) {
        var own = new StringBuilder(OWN_HEADERS);
        if (!toAgent) {
            line(own, "aeg-delivery-count", Integer.toString(webhookRequest.attemptsBefore()));
        }
        line(own, HeaderNames.HOPS, Integer.toString(webhookRequest.hops() + 1));
        var version = webhookRequest.dataVersion();
        if (!toAgent && schema == EventSchema.EVENT_GRID && version != null && HeaderRules.legalValue(version)) {
            line(own, "aeg-data-version", version);
        }
        var trace = webhookRequest.trace();
        if (trace != null) {
            line(own, HeaderNames.TRACEPARENT, trace.traceparent());
            if (trace.tracestate() != null) {
                line(own, HeaderNames.TRACESTATE, trace.tracestate());
            }
        }
        var signature = webhookRequest.signature();
        if (signature != null) {
            line(own, "webhook-id", signature.id().text());
            line(own, "webhook-timestamp", Long.toString(signature.timestamp()));
            line(own, "webhook-signature", signature.signatures());
        }
        if (token != null) {
            line(own, AUTHORIZATION, "Bearer " + token.value());
        }
        webhookRequest.values().headers().forEach((name, value) -> line(own, name, value));
        line(own, "content-length", Long.toString(length));
        return new EncodedRequest(target, path, head, encoded(own.append(END_OF_LINE)), length);
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append(END_OF_LINE);
    }

    /** Bytes as HTTP/1.1 has always had them; {@link HeaderRules} lets nothing else into a header. */
    private static byte[] encoded(CharSequence head) {
        return head.toString().getBytes(ISO_8859_1);
    }

    RequestBody body(WebhookRequest webhookRequest) {
        return new RequestBody(webhookRequest.events(), array);
    }
}
