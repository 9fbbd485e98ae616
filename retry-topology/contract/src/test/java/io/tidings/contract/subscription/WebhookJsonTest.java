package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5 and B-DEL-6: batching and headers of its own, as a subscription says them. */
class WebhookJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final URI HOOK = URI.create("https://example.com/hook");
    private static final String PATH = "properties.destination.properties.";
    private static final SubscriptionJson JSON = new SubscriptionJson(new EndpointRules(false));

    @ParameterizedTest(name = "{0} events, {1} KB: {2}")
    @CsvSource(
            nullValues = "-",
            value = {"-, -, false", "1, -, false", "1, 64, false", "2, -, true", "-, 1, true", "5000, 1024, true"})
    void eitherSettingTurnsBatchingOnButOneEventMeansOff(
            @Nullable Integer events, @Nullable Integer kilobytes, boolean on) {
        var batching = webhook("\"maxEventsPerBatch\":" + events + ",\"preferredBatchSizeInKilobytes\":" + kilobytes)
                .batching();
        boolean nothingSaid = events == null && kilobytes == null;
        assertThat(batching).isEqualTo(nothingSaid ? null : new Batching(events, kilobytes));
        assertThat(batching != null && batching.on()).isEqualTo(on);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"maxEventsPerBatch\":0",
                "\"maxEventsPerBatch\":5001",
                "\"preferredBatchSizeInKilobytes\":0",
                "\"preferredBatchSizeInKilobytes\":1025"
            })
    void limitsOfBatchingAreKept(String members) {
        assertThat(violations(members)).hasSize(1).first().asString().contains("whole number");
    }

    @Test
    void headersAreReadInAnySpellingOfTheirType() {
        var webhook = webhook(mappings("""
            {"name":"X-Fixed","type":"static","properties":{"value":"v"}},\
            {"name":"Authorization","type":"Static","properties":{"value":"Basic abc","isSecret":true}},\
            {"name":"X-System","type":"DYNAMIC","properties":{"sourceField":"data.system"}}\
            """));
        assertThat(webhook.attributes())
                .containsExactly(
                        new DeliveryAttribute.Static("X-Fixed", "v", false),
                        new DeliveryAttribute.Static("Authorization", "Basic abc", true),
                        new DeliveryAttribute.Dynamic("X-System", "data.system"));
    }

    @Test
    void aWrittenResourceIsReadBackWithItsSecrets() {
        var webhook = webhook("\"maxEventsPerBatch\":10,\"preferredBatchSizeInKilobytes\":32," + mappings("""
            {"name":"X-Key","type":"Static","properties":{"value":"v","isSecret":true}},\
            {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}\
            """));
        var subscription = new Subscription(
                BILLING, webhook, EventFilter.EVERYTHING, null, RetryPolicy.DEFAULT, null, null, List.of());
        var read = JSON.read(BILLING, SubscriptionJson.write(subscription));
        assertThat(read).isEqualTo(new Validated.Valid<>(subscription));
    }

    @Test
    void aSecretIsNeverShown() {
        var webhook = webhook(mappings("""
            {"name":"X-Key","type":"Static","properties":{"value":"hush","isSecret":true}},\
            {"name":"X-Open","type":"Static","properties":{"value":"open"}}\
            """));
        var shown = JsonNodeFactory.instance.arrayNode();
        DeliveryAttributesJson.show(webhook.attributes(), shown);
        assertThat(shown).hasToString("""
            [{"name":"X-Key","type":"Static","properties":{"value":null,"isSecret":true}},\
            {"name":"X-Open","type":"Static","properties":{"value":"open","isSecret":false}}]\
            """);
        assertThat(webhook.toString() + webhook.attributes())
                .doesNotContain("hush")
                .contains("X-Open=open");
    }

    @ParameterizedTest(name = "{0} is refused")
    @ValueSource(
            strings = {
                "aeg-event-type",
                "AEG-mine",
                "Host",
                "content-length",
                "Content-Type",
                "Transfer-Encoding",
                "Connection",
                "Keep-Alive",
                "Proxy-Authorization",
                "TE",
                "Trailer",
                "Upgrade",
                "Expect",
                "Origin",
                "WebHook-Request-Origin",
                "webhook-request-rate",
                "User-Agent",
                "with space",
                "colon:",
                "umläut",
                "\\r\\nX"
            })
    void aReservedOrIllegalNameIsRefused(String name) {
        assertThat(violations(mappings("{\"name\":\"" + name
                        + "\",\"type\":\"Dynamic\",\"properties\":{\"sourceField\":\"subject\"}}")))
                .singleElement()
                .satisfies(violation ->
                        assertThat(violation.path()).isEqualTo(PATH + "deliveryAttributeMappings[0].name"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        deliveryAttributeMappings                         | "deliveryAttributeMappings":{}
        deliveryAttributeMappings[0]                      | "deliveryAttributeMappings":[1]
        deliveryAttributeMappings[0].name                 | "deliveryAttributeMappings":[{"type":"Static","properties":{"value":"v"}}]
        deliveryAttributeMappings[0].type                 | "deliveryAttributeMappings":[{"name":"X","properties":{}}]
        deliveryAttributeMappings[0].type                 | "deliveryAttributeMappings":[{"name":"X","type":"Magic"}]
        deliveryAttributeMappings[0].properties.value     | "deliveryAttributeMappings":[{"name":"X","type":"Static"}]
        deliveryAttributeMappings[0].properties.value     | "deliveryAttributeMappings":[{"name":"X","type":"Static","properties":{"isSecret":true}}]
        deliveryAttributeMappings[0].properties.value     | "deliveryAttributeMappings":[{"name":"X","type":"Static","properties":{"value":"a\\nb"}}]
        deliveryAttributeMappings[0].properties.value     | "deliveryAttributeMappings":[{"name":"X","type":"Static","properties":{"value":"ü"}}]
        deliveryAttributeMappings[0].properties.sourceField | "deliveryAttributeMappings":[{"name":"X","type":"Dynamic"}]
        deliveryAttributeMappings[0].properties.value     | "deliveryAttributeMappings":[{"name":"X","type":"Dynamic","properties":{"sourceField":"id","value":"v"}}]
        deliveryAttributeMappings[0].properties.colour    | "deliveryAttributeMappings":[{"name":"X","type":"Static","properties":{"value":"v","colour":1}}]
        colour                                            | "colour":1
        azureActiveDirectoryApplicationIdOrUri            | "azureActiveDirectoryTenantId":"t"
        azureActiveDirectoryTenantId                      | "azureActiveDirectoryApplicationIdOrUri":"a"
        azureActiveDirectoryTenantId                      | "azureActiveDirectoryTenantId":"a/b","azureActiveDirectoryApplicationIdOrUri":"a"
        azureActiveDirectoryApplicationIdOrUri            | "azureActiveDirectoryTenantId":"t","azureActiveDirectoryApplicationIdOrUri":"a b"
        deliveryAttributeMappings[0].colour               | "deliveryAttributeMappings":[{"name":"X","type":"Dynamic","properties":{"sourceField":"id"},"colour":1}]
        """)
    void anInvalidValueIsNamedByItsPath(String path, String members) {
        assertThat(violations(members)).extracting(Violation::path).containsExactly(PATH + path);
    }

    @Test
    void aMissingSecretHasAnotherErrorThanAMissingValue() {
        var start = "\"deliveryAttributeMappings\":[{\"name\":\"X\",\"type\":\"Static\",\"properties\":";
        assertThat(violations(start + "{\"isSecret\":true}}]"))
                .extracting(Violation::rule)
                .containsExactly("is required, because no secret of that name is known yet");
        assertThat(violations(start + "{\"isSecret\":false}}]"))
                .extracting(Violation::rule)
                .containsExactly("is required");
    }

    @Test
    void anEmptyTenantOrApplicationAsksForNothing() {
        assertThat(violations("\"azureActiveDirectoryTenantId\":\"\",\"azureActiveDirectoryApplicationIdOrUri\":null"))
                .isEmpty();
    }

    @ParameterizedTest(name = "destination {0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = """
        {"properties":{"endpointUrl":"https://example.com/hook"}}             | endpointType | is required
        {"endpointType":"StorageQueue","properties":{"endpointUrl":"https://example.com/hook"}} | endpointType | must be WebHook or EventHub
        {"endpointType":"WebHook","properties":{"endpointUrl":"https://example.com/hook"},"colour":1} | colour | is not a known member
        """)
    void aMissingMemberOfADestinationIsReportedOnce(String destination, String member, String rule) {
        var subscription = "{\"properties\":{\"destination\":" + destination + "}}";
        assertThat(JSON.read(BILLING, subscription.getBytes(UTF_8)))
                .isEqualTo(new Validated.Invalid<Subscription>(
                        List.of(new Violation("properties.destination." + member, rule))));
    }

    @Test
    void aNameIsNotGivenTwice() {
        assertThat(violations(mappings("""
            {"name":"X","type":"Dynamic","properties":{"sourceField":"id"}},\
            {"name":"x","type":"Static","properties":{"value":"v"}}\
            """)))
                .extracting(Violation::path)
                .containsExactly(PATH + "deliveryAttributeMappings[1].name");
    }

    @Test
    void tenHeadersAreAllowedAndNoMore() {
        assertThat(violations(mappings(many(10)))).isEmpty();
        assertThat(violations(mappings(many(11))))
                .extracting(Violation::path)
                .containsExactly(PATH + "deliveryAttributeMappings");
    }

    @Test
    void aValueHasAtMost4096Bytes() {
        assertThat(violations(mappings(fixed("v".repeat(4096))))).isEmpty();
        assertThat(violations(mappings(fixed("v".repeat(4097))))).hasSize(1);
    }

    private static String many(int count) {
        var all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            all.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"X-")
                    .append(i)
                    .append("\",\"type\":\"Dynamic\",\"properties\":{\"sourceField\":\"id\"}}");
        }
        return all.toString();
    }

    private static String fixed(String value) {
        return "{\"name\":\"X\",\"type\":\"Static\",\"properties\":{\"value\":\"" + value + "\"}}";
    }

    private static String mappings(String elements) {
        return "\"deliveryAttributeMappings\":[" + elements + "]";
    }

    private static Webhook webhook(String members) {
        var read = read(members);
        assertThat(read).isInstanceOf(Validated.Valid.class);
        var webhook = (Webhook) ((Validated.Valid<Subscription>) read).value().destination();
        assertThat(webhook.endpoint()).isEqualTo(HOOK);
        return webhook;
    }

    private static List<Violation> violations(String members) {
        return switch (read(members)) {
            case Validated.Invalid<Subscription> invalid -> invalid.violations();
            case Validated.Valid<Subscription> _ -> List.of();
        };
    }

    private static Validated<Subscription> read(String members) {
        return JSON.read(
                BILLING,
                ("{\"properties\":{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\""
                                + HOOK + "\"," + members + "}}}}")
                        .getBytes(UTF_8));
    }
}
