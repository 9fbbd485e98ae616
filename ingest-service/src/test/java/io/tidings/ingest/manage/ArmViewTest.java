package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ARM-1: what Azure's clients are shown. */
class ArmViewTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOPICS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.EventGrid/topics";
    private static final String SUBSCRIPTION = """
        {"id":"/old/topics/orders/eventSubscriptions/billing","name":"billing",
         "type":"Microsoft.EventGrid/topics/eventSubscriptions",
         "properties":{"topic":"/old/topics/orders","provisioningState":"%s","provisioningError":"no 200"}}\
        """;

    @Test
    void aTopicHasTheIdThatTheRequestNames() throws JsonProcessingException {
        var shown = shown(TOPICS + "/orders", """
            {"id":"/old/topics/orders","name":"orders","type":"Microsoft.EventGrid/topics","properties":{}}\
            """);
        assertThat(shown.path("id").textValue()).isEqualTo(TOPICS + "/orders");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"/eventSubscriptions/", "/providers/Microsoft.EventGrid/eventSubscriptions/"})
    void aSubscriptionHasTheIdOfTheFormThatIsAskedFor(String form) throws JsonProcessingException {
        var shown = shown(TOPICS + "/orders" + form + "billing", SUBSCRIPTION.formatted("Succeeded"));
        assertThat(shown.path("id").textValue()).isEqualTo(TOPICS + "/orders" + form + "billing");
        assertThat(shown.at("/properties/topic").textValue()).isEqualTo(TOPICS + "/orders");
        assertThat(shown.has("error")).isFalse();
    }

    @Test
    void aDestinationIsWithItsIdentityOfAzure() throws JsonProcessingException {
        var shown = shown(
                TOPICS + "/orders/eventSubscriptions/billing",
                SUBSCRIPTION
                        .formatted("Succeeded")
                        .replace(
                                "\"properties\":{",
                                "\"properties\":{\"destination\":{\"a\":1},\"deadLetterDestination\":{},"
                                        + "\"deliveryWithResourceIdentity\":{\"identity\":{}},"));
        assertThat(shown.at("/properties/deliveryWithResourceIdentity"))
                .isEqualTo(JSON.readTree("{\"identity\":{},\"destination\":{\"a\":1}}"));
        assertThat(shown.path("properties").has("destination")).isFalse();
        assertThat(shown.path("properties").has("deadLetterDestination")).isTrue();
    }

    @Test
    void everyResourceOfAListIsShownSo() throws JsonProcessingException {
        var shown = shown(
                TOPICS + "/orders/eventSubscriptions",
                "{\"value\":[" + SUBSCRIPTION.formatted("Creating") + "],\"nextLink\":\"http://x\"}");
        assertThat(shown.at("/value/0/id").textValue()).isEqualTo(TOPICS + "/orders/eventSubscriptions/billing");
        assertThat(shown.path("nextLink").textValue()).isEqualTo("http://x");
        assertThat(ArmView.pending(shown)).isFalse();
    }

    @Test
    void aFailedSubscriptionSaysWhyWhereClientsLook() throws JsonProcessingException {
        var shown = shown(TOPICS + "/orders/eventSubscriptions/billing", SUBSCRIPTION.formatted("Failed"));
        assertThat(shown.at("/error/code").textValue()).isEqualTo("EndpointValidationFailed");
        assertThat(shown.at("/error/message").textValue()).isEqualTo("no 200");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"Creating, true", "Updating, true", "AwaitingManualAction, true", "Succeeded, false", "Failed, false"})
    void clientsWaitUntilTheStateIsFinal(String state, boolean pending) throws JsonProcessingException {
        assertThat(ArmView.pending((ObjectNode) JSON.readTree(SUBSCRIPTION.formatted(state))))
                .isEqualTo(pending);
    }

    @Test
    void whatIsNoResourceStaysAsItIs() throws JsonProcessingException {
        var attributes = "{\"value\":[{\"name\":\"X-Key\",\"type\":\"Static\",\"properties\":{\"value\":null}}]}";
        assertThat(shown(TOPICS + "/orders/eventSubscriptions/billing/getDeliveryAttributes", attributes))
                .hasToString(attributes);
        assertThat(shown(TOPICS + "/orders/listKeys", "{\"key1\":\"a\"}")).hasToString("{\"key1\":\"a\"}");
    }

    private static ObjectNode shown(String path, String response) throws JsonProcessingException {
        var body = (ObjectNode) JSON.readTree(response);
        new ArmView(ArmPath.of(path).orElseThrow(), "any").shape(body);
        return body;
    }
}
