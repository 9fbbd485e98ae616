package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** B-ARM-2: members that later versions of Azure's interface add are left out and told (#31). */
class ArmBodyTest {
    private static final List<String> TOPIC = List.of("topics", "orders");
    private static final List<String> SUBSCRIPTION = List.of("topics", "orders", "eventSubscriptions", "billing");

    @Test
    void anUnknownMemberOfATopicIsLeftOut() {
        var body =
                of(TOPIC, "{\"zones\":[1],\"location\":\"here\",\"properties\":{\"colour\":1,\"inboundIpRules\":[]}}");
        assertThat(text(body)).isEqualTo("{\"location\":\"here\",\"properties\":{\"inboundIpRules\":[]}}");
        assertThat(body.ignored()).containsExactlyInAnyOrder("zones", "properties.colour");
    }

    @Test
    void aPatchOfASubscriptionMayBeItsProperties() {
        var body = of(SUBSCRIPTION, "{\"labels\":[\"a\"],\"retryPolicy\":{\"colour\":1}}");
        assertThat(text(body)).isEqualTo("{\"labels\":[\"a\"],\"retryPolicy\":{}}");
        assertThat(body.ignored()).containsExactly("properties.retryPolicy.colour");
    }

    @Test
    void aDestinationWithAnIdentityOfAzureIsADestination() {
        var body = of(
                SUBSCRIPTION,
                "{\"destination\":null,\"deliveryWithResourceIdentity\":{\"identity\":{},\"destination\":{\"a\":1}},"
                    + "\"deadLetterWithResourceIdentity\":{\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\"}}}");
        assertThat(text(body))
                .isEqualTo("{\"destination\":{},\"deliveryWithResourceIdentity\":{\"identity\":{}},"
                        + "\"deadLetterWithResourceIdentity\":{},"
                        + "\"deadLetterDestination\":{\"endpointType\":\"StorageBlob\"}}");
        assertThat(body.ignored()).containsExactly("properties.destination.a");
    }

    /** It would match more than its owner has asked for. */
    @Test
    void anAdvancedFilterIsNotWidened() {
        var filter = "{\"properties\":{\"filter\":{\"advancedFilters\":[{\"operatorType\":\"StringIn\",\"key\":\"a\","
                + "\"values\":[\"b\"],\"negate\":true}]}}}";
        assertThat(text(of(SUBSCRIPTION, filter))).contains("negate");
    }

    @Test
    void whatIsKnownOrIllegibleStaysAsItIs() {
        for (var body : new String[] {"{ \"tags\" : {} }", "{", "[]", ""}) {
            assertThat(text(of(TOPIC, body))).isEqualTo(body);
        }
    }

    private static ArmBody of(List<String> path, String body) {
        return ArmBody.of(path, body.getBytes(UTF_8));
    }

    private static String text(ArmBody body) {
        return new String(body.bytes(), UTF_8);
    }
}
