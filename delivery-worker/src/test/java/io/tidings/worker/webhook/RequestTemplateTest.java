package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.BILLING;
import static io.tidings.worker.Examples.postingTo;
import static io.tidings.worker.webhook.RequestHead.headers;
import static io.tidings.worker.webhook.RequestHead.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.Agent;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-2 and B-DEL-5: the request line and the headers of each schema. */
class RequestTemplateTest {
    private static final String URL = "https://example.com/hook";
    private static final byte[] EVENT = "{\"id\":\"1\",\"data\":{\"region\":\"north\"}}".getBytes(UTF_8);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventGridEventsAreAnnouncedAsJsonWithTheirVersion(boolean batch) {
        var template = RequestTemplate.of(postingTo(URL), EventSchema.EVENT_GRID, batch, null);
        assertThat(headers(request(post(template, "2.0", 0))))
                .containsExactlyInAnyOrder(
                        "host: example.com",
                        "user-agent: Tidings",
                        "content-type: application/json; charset=utf-8",
                        "aeg-event-type: Notification",
                        "aeg-subscription-name: BILLING",
                        "aeg-metadata-version: 1",
                        "aeg-data-version: 2.0",
                        "aeg-delivery-count: 0",
                        "tidings-hops: 1",
                        "content-length: 37");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void customEventsAreAnnouncedAsJson(boolean batch) {
        var template = RequestTemplate.of(postingTo(URL), EventSchema.CUSTOM, batch, null);
        assertThat(headers(request(post(template, null, 0))))
                .containsExactlyInAnyOrder(
                        "host: example.com",
                        "user-agent: Tidings",
                        "content-type: application/json; charset=utf-8",
                        "aeg-event-type: Notification",
                        "aeg-subscription-name: BILLING",
                        "aeg-metadata-version: 1",
                        "aeg-delivery-count: 0",
                        "tidings-hops: 1",
                        "content-length: 37");
    }

    @ParameterizedTest
    @CsvSource({"false, application/cloudevents+json", "true, application/cloudevents-batch+json"})
    void cloudEventsSayWhatTheyAreAndWhoSendsThem(boolean batch, String type) {
        var template = RequestTemplate.of(postingTo(URL), EventSchema.CLOUD_EVENTS, batch, null);
        assertThat(headers(request(post(template, "2.0", 3))))
                .containsExactlyInAnyOrder(
                        "host: example.com",
                        "user-agent: Tidings",
                        "content-type: " + type + "; charset=utf-8",
                        "aeg-event-type: Notification",
                        "aeg-subscription-name: BILLING",
                        "aeg-metadata-version: 1.0",
                        "aeg-delivery-count: 3",
                        "tidings-hops: 1",
                        "origin: eventgrid.azure.net",
                        "webhook-request-origin: eventgrid.azure.net",
                        "content-length: 37");
    }

    @Test
    void aVersionThatIsNoHeaderValueIsLeftOut() {
        var template = RequestTemplate.of(postingTo(URL), EventSchema.EVENT_GRID, false, null);
        for (var version : List.of("1\r\nX-Evil: 1", "é", "1".repeat(4097))) {
            assertThat(request(post(template, version, 0)).containsHeader("aeg-data-version"))
                    .as(version)
                    .isFalse();
        }
        assertThat(headers(request(post(template, "", 0)))).contains("aeg-data-version: ");
    }

    @ParameterizedTest
    @EnumSource
    void aSubscriptionAddsHeadersOfItsOwn(EventSchema schema) {
        var template = head(
                schema,
                new Static("X-Team", "billing, north", false),
                new Static("Authorization", "Bearer abc", true),
                new Dynamic("X-Region", "data.region"),
                new Dynamic("X-Gone", "data.gone"));
        assertThat(headers(request(post(template, null, 0))))
                .contains("X-Team: billing, north", "Authorization: Bearer abc", "X-Region: north")
                .noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("x-gone"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aeg-event-type",
                "AEG-Anything",
                "Content-Type",
                "content-length",
                "Transfer-Encoding",
                "Host",
                "Connection",
                "Expect",
                "Origin",
                "WebHook-Request-Origin",
                "",
                "X Team",
                "X-Team:",
                "X-Tëam",
                "X\r\nY"
            })
    void aNameThatIsNotTheirsOrIsNoneIsLeftOut(String name) {
        var plain = head(EventSchema.EVENT_GRID);
        var template = head(EventSchema.EVENT_GRID, new Static(name, "v", false), new Dynamic(name, "data.region"));
        assertThat(headers(request(post(template, null, 0))))
                .containsExactlyInAnyOrder(headers(request(post(plain, null, 0))));
    }

    @Test
    void noHeaderOccursTwice() {
        var template = head(
                EventSchema.CLOUD_EVENTS,
                new Static("X-Team", "first", false),
                new Static("x-team", "second", false),
                new Dynamic("X-TEAM", "data.region"),
                new Dynamic("X-Region", "data.region"),
                new Static("x-region", "south", false));
        var request = request(post(template, null, 0));
        assertThat(Arrays.stream(request.getHeaders())
                        .map(each -> each.getName().toLowerCase(Locale.ROOT)))
                .doesNotHaveDuplicates();
        assertThat(headers(request)).contains("X-Team: first", "X-Region: north");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Evil: 1", "a\u0000b", "é", "\u007f"})
    void aStaticValueThatIsNoHeaderValueIsLeftOut(String value) {
        var template = head(EventSchema.EVENT_GRID, new Static("X-Team", value, false));
        assertThat(request(post(template, null, 0)).containsHeader("X-Team")).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void everyRequestIsOfItsOwn(EventSchema schema) {
        var template = head(schema);
        assertThat(request(post(template, null, 1)).getHeaders("aeg-delivery-count"))
                .hasSize(1);
        assertThat(request(post(template, null, 2))
                        .getFirstHeader("aeg-delivery-count")
                        .getValue())
                .isEqualTo("2");
        assertThat(request(post(template, null, 0)).getMethod()).isEqualTo("POST");
    }

    @Test
    void manyCloudEventsNeedBatching() {
        var template = head(EventSchema.CLOUD_EVENTS);
        var two =
                new WebhookRequest(template, DynamicHeaders.Values.NONE, List.of(EVENT, EVENT), null, 0, null, 0, null);
        assertThatThrownBy(() -> template.body(two)).hasMessageContaining("batching");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "https://example.com, https, example.com, -1, /",
        "https://example.com/, https, example.com, -1, /",
        "HTTPS://Example.com/Hook, https, example.com, -1, /Hook",
        "http://example.com:8080/a/b%20c?code=x%2By&z=, http, example.com, 8080, /a/b%20c?code=x%2By&z=",
        "https://example.com?code=1, https, example.com, -1, /?code=1",
        "https://192.0.2.7:443/h, https, 192.0.2.7, 443, /h"
    })
    void theUrlIsUsedAsItIsWritten(String url, String scheme, String host, int port, String path) {
        var template = RequestTemplate.of(postingTo(url), EventSchema.EVENT_GRID, false, null);
        assertThat(template.target().getSchemeName()).isEqualTo(scheme);
        assertThat(template.target().getHostName()).isEqualToIgnoringCase(host);
        assertThat(template.target().getPort()).isEqualTo(port);
        assertThat(request(post(template, null, 0)).getPath()).isEqualTo(path);
    }

    @Test
    void anIpv6HostKeepsItsBracketsOnce() {
        var template =
                RequestTemplate.of(postingTo("http://[2001:db8::1]:8080/h"), EventSchema.EVENT_GRID, false, null);
        assertThat(headers(request(post(template, null, 0)))).contains("host: [2001:db8::1]:8080");
    }

    @Test
    void aRequestSaysWhichTraceItBelongsToAndNoSubscriptionSaysOtherwise() {
        var template = head(EventSchema.CLOUD_EVENTS, new DeliveryAttribute.Static("TraceParent", "mine", false));
        var trace = new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1");
        var request = request(
                new WebhookRequest(template, DynamicHeaders.Values.NONE, List.of(EVENT), null, 0, trace, 0, null));
        assertThat(request.getHeaders("traceparent"))
                .extracting(Header::getValue)
                .containsExactly(trace.traceparent());
        assertThat(request.getHeaders("tracestate"))
                .extracting(Header::getValue)
                .containsExactly("vendor=1");
        var without = request(post(template, null, 0));
        assertThat(without.containsHeader("traceparent")).isFalse();
        assertThat(without.containsHeader("tracestate")).isFalse();
    }

    /** B-AUTH-1. */
    @Test
    void aRequestIsSignedIfItsSubscriptionAsksForIt() {
        var signing = new Signing("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        var template = RequestTemplate.of(
                postingTo(URL).with(Extensions.NONE.with(signing)), EventSchema.EVENT_GRID, false, null);
        var id = new WebhookId("msg_1");
        var at = Instant.ofEpochSecond(1_614_265_330, 999_000_000);
        var signature = template.signature(id, at, List.of(EVENT));
        var request = request(
                new WebhookRequest(template, DynamicHeaders.Values.NONE, List.of(EVENT), null, 0, null, 0, signature));
        var body = "[" + new String(EVENT, UTF_8) + "]";
        var expected = new RequestSigner(signing).sign(id, at, mac -> mac.update(body.getBytes(UTF_8)));
        assertThat(headers(request))
                .contains(
                        "webhook-id: msg_1",
                        "webhook-timestamp: 1614265330",
                        "webhook-signature: " + expected.signatures());
    }

    /** B-MCP-2. */
    @Test
    void anAgentIsToldOfItsSubscriptionAndNothingOfEventGrid() {
        var agent = new Agent(
                "sub_0123456789abcdef0123456789abcdef",
                "bot",
                null,
                "orders.placed",
                JsonNodeFactory.instance.objectNode());
        var extensions = Extensions.NONE
                .with(new Signing("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
                .with(agent);
        var template = RequestTemplate.of(postingTo(URL).with(extensions), EventSchema.CLOUD_EVENTS, true, null);
        var id = new WebhookId("evt_1");
        var at = Instant.ofEpochSecond(1_614_265_330);
        var signature = template.signature(id, at, List.of(EVENT));
        var expected = new RequestSigner(new Signing("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
                .sign(id, at, mac -> mac.update(EVENT));
        var request = request(
                new WebhookRequest(template, DynamicHeaders.Values.NONE, List.of(EVENT), "1", 2, null, 0, signature));
        assertThat(headers(request))
                .containsExactlyInAnyOrder(
                        "host: example.com",
                        "user-agent: Tidings",
                        "content-type: application/json",
                        "x-mcp-subscription-id: sub_0123456789abcdef0123456789abcdef",
                        "tidings-hops: 1",
                        "webhook-id: evt_1",
                        "webhook-timestamp: 1614265330",
                        "webhook-signature: " + expected.signatures(),
                        "content-length: 37");
    }

    /** B-AUTH-1. */
    @Test
    void noSubscriptionSignsByAHeaderOfItsOwn() {
        var template = head(
                EventSchema.CLOUD_EVENTS,
                new DeliveryAttribute.Static("Webhook-Id", "mine", false),
                new DeliveryAttribute.Static("webhook-signature", "mine", false));
        assertThat(template.signs()).isFalse();
        assertThat(template.signature(new WebhookId("msg_1"), Instant.EPOCH, List.of(EVENT)))
                .isNull();
        assertThat(headers(request(post(template, null, 0)))).noneMatch(each -> each.contains("mine"));
    }

    private static RequestTemplate head(EventSchema schema, DeliveryAttribute... attributes) {
        var subscription = new Subscription(
                BILLING,
                new Webhook(URI.create(URL), null, List.of(attributes)),
                EventFilter.EVERYTHING,
                null,
                RetryPolicy.DEFAULT,
                null,
                null,
                List.of());
        return RequestTemplate.of(subscription, schema, false, null);
    }

    private static WebhookRequest post(RequestTemplate template, @Nullable String dataVersion, int attempts) {
        return new WebhookRequest(
                template,
                template.valuesOf(EVENT, RecordValues.NONE),
                List.of(EVENT),
                dataVersion,
                attempts,
                null,
                0,
                null);
    }
}
