package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MCP-2: the parameters of a subscription. */
class WebhookSubscriptionTest {
    private static final String WHOLE = """
        {"name":"orders.placed","arguments":{"n":1},"ttlMs":120000,\
        "delivery":{"mode":"webhook","url":"https://agent.example/","secret":"whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"}}\
        """;

    private static Validated<WebhookSubscription> read(String json) {
        return WebhookSubscription.read((ObjectNode) ResourceJson.orMissing(json.getBytes(UTF_8)));
    }

    @Test
    void allIsRead() {
        var asked = ((Validated.Valid<WebhookSubscription>) read(WHOLE)).value();
        assertThat(asked.event()).isEqualTo("orders.placed");
        assertThat(asked.asked()).isEqualTo(Duration.ofMinutes(2));
        assertThat(asked).hasToString("WebhookSubscription[orders.placed]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"name\":\"orders.placed\" | \"name\":7 | name",
                "{\"n\":1} | [] | arguments",
                "whsec_MDEy | whsec_ | delivery.secret",
                "https://agent.example/ | '' | delivery.url",
                "120000 | -1 | ttlMs",
                "120000 | \"1h\" | ttlMs"
            })
    void whatIsWrongIsNamed(String right, String wrong, String path) {
        var violations = ((Validated.Invalid<WebhookSubscription>) read(WHOLE.replace(right, wrong))).violations();
        assertThat(violations).extracting(Violation::path).containsExactly(path);
        assertThat(violations.toString()).doesNotContain("MDEyMzQ1");
    }
}
