package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MCP-2: the mark of a subscription that an agent made. */
class AgentJsonTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final String WHOLE = """
        {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0","destination":{"endpointType":"WebHook",\
        "properties":{"endpointUrl":"https://agent.example/"}},"tidings":{\
        "signing":{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},"agent":{\
        "id":"sub_0123456789abcdef0123456789abcdef","principal":"oidc:bot","issuer":"https://login.example",\
        "event":"orders.placed","arguments":{"n":{"$gt":1}}}}}}\
        """;

    private final SubscriptionJson json = new SubscriptionJson(new EndpointRules(false));

    private Validated<Subscription> read(String body) {
        return json.read(BILLING, body.getBytes(UTF_8));
    }

    @Test
    void theMarkIsReadAsItWasWrittenAndOtherProgramsMustKnowIt() {
        var subscription = ((Validated.Valid<Subscription>) read(WHOLE)).value();
        var agent = subscription.extensions().agent();
        assertThat(agent).isNotNull();
        assertThat(agent.isOf("oidc:bot", "https://login.example")).isTrue();
        assertThat(agent.isOf("oidc:bot", null)).isFalse();
        assertThat(json.read(BILLING, SubscriptionJson.write(subscription)))
                .isEqualTo(new Validated.Valid<>(subscription));
        assertThat(SubscriptionJson.requires(subscription)).containsExactly("agent", "signing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"signing\":{\"secret\":\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"}, | '' | must not be set without"
                        + " signing",
                "\"eventDeliverySchema\":\"CloudEventSchemaV1_0\", | '' | must be for a WebHook without batching",
                "\"endpointUrl\" | \"maxEventsPerBatch\":9,\"endpointUrl\" | must be for a WebHook without batching",
                "sub_0123456789abcdef | sub_0123456789abcde\\r | must be sub_ and 32 hexadecimal digits",
                "{\"n\":{\"$gt\":1}} | [] | must be an object",
                "\"principal\":\"oidc:bot\", | '' | is required"
            })
    void whatNoAgentWantsIsRefused(String right, String wrong, String rule) {
        var violations = ((Validated.Invalid<Subscription>) read(WHOLE.replace(right.strip(), wrong))).violations();
        assertThat(violations).extracting(Violation::toString).anyMatch(each -> each.contains(rule));
    }
}
