package io.tidings.worker.endpoint;

import static io.tidings.worker.Examples.postingTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventSchema;
import java.util.Arrays;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B-DEL-2: the request line, the headers and the body of each schema. */
class RequestHeadTest {
    private static final byte[] EVENT = "{\"id\":\"1\"}".getBytes(UTF_8);

    @Test
    void eventGridEventsGoInAnArray() {
        var head = head("https://example.com/hook", EventSchema.EVENT_GRID);
        assertThat(headers(head.request(0)))
                .containsExactlyInAnyOrder(
                        "content-type: application/json; charset=utf-8",
                        "aeg-event-type: Notification",
                        "aeg-subscription-name: BILLING",
                        "aeg-metadata-version: 1",
                        "aeg-delivery-count: 0");
        assertThat(head.body(EVENT)).asString(UTF_8).isEqualTo("[{\"id\":\"1\"}]");
    }

    @Test
    void customEventsGoInAnArrayToo() {
        var head = head("https://example.com/hook", EventSchema.CUSTOM);
        assertThat(headers(head.request(0)))
                .contains("content-type: application/json; charset=utf-8", "aeg-metadata-version: 1");
        assertThat(head.body(EVENT)).asString(UTF_8).isEqualTo("[{\"id\":\"1\"}]");
    }

    @Test
    void aCloudEventGoesAsItIs() {
        var head = head("https://example.com/hook", EventSchema.CLOUD_EVENTS);
        assertThat(headers(head.request(3)))
                .containsExactlyInAnyOrder(
                        "content-type: application/cloudevents+json; charset=utf-8",
                        "aeg-event-type: Notification",
                        "aeg-subscription-name: BILLING",
                        "aeg-metadata-version: 1.0",
                        "aeg-delivery-count: 3");
        assertThat(head.body(EVENT)).isEqualTo(EVENT);
    }

    @ParameterizedTest
    @EnumSource
    void everyRequestIsOfItsOwn(EventSchema schema) {
        var head = head("https://example.com/hook", schema);
        assertThat(head.request(1).getHeaders("aeg-delivery-count")).hasSize(1);
        assertThat(head.request(2).getFirstHeader("aeg-delivery-count").getValue())
                .isEqualTo("2");
        assertThat(head.request(0).getMethod()).isEqualTo("POST");
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
        var head = head(url, EventSchema.EVENT_GRID);
        assertThat(head.target().getSchemeName()).isEqualTo(scheme);
        assertThat(head.target().getHostName()).isEqualToIgnoringCase(host);
        assertThat(head.target().getPort()).isEqualTo(port);
        assertThat(head.request(0).getPath()).isEqualTo(path);
    }

    @Test
    void anIpv6HostKeepsItsBracketsOnce() {
        var head = head("http://[2001:db8::1]:8080/h", EventSchema.EVENT_GRID);
        assertThat(head.request(0).getAuthority()).hasToString("[2001:db8::1]:8080");
    }

    private static RequestHead head(String url, EventSchema schema) {
        return RequestHead.of(postingTo(url), schema, false);
    }

    private static String[] headers(BasicHttpRequest request) {
        return Arrays.stream(request.getHeaders()).map(RequestHeadTest::line).toArray(String[]::new);
    }

    private static String line(NameValuePair header) {
        return header.getName() + ": " + header.getValue();
    }
}
