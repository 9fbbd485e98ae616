package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.ResourceJson;
import io.tidings.ingest.access.Principal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-MCP-2: who asks for what is the identity of a subscription. */
class AgentIdTest {
    private static final Principal BOT = new Principal("bot", List.of());
    private static final String URL = "https://agent.example/hook?id=1";

    private static AgentId id(Principal principal, String url, String event, String arguments) {
        return AgentId.of(principal, url, event, ResourceJson.orMissing(arguments.getBytes(UTF_8)));
    }

    @Test
    void theOrderOfArgumentsDoesNotMatter() {
        assertThat(id(BOT, URL, "orders.placed", "{\"a\":{\"$gt\":1,\"$lt\":2},\"b\":[1,2]}"))
                .isEqualTo(id(BOT, URL, "orders.placed", "{\"b\":[1,2],\"a\":{\"$lt\":2,\"$gt\":1}}"));
    }

    @Test
    void everythingElseMatters() {
        var id = id(BOT, URL, "orders.placed", "{\"b\":[1,2]}");
        assertThat(id.shown()).matches("sub_[0-9a-f]{32}");
        assertThat(id.subscriptionName()).matches("agent-[0-9a-f]{32}");
        assertThat(id)
                .isNotEqualTo(id(BOT, URL, "orders.placed", "{\"b\":[2,1]}"))
                .isNotEqualTo(id(BOT, URL, "orders.paid", "{\"b\":[1,2]}"))
                .isNotEqualTo(id(BOT, URL + "2", "orders.placed", "{\"b\":[1,2]}"))
                .isNotEqualTo(id(new Principal("bot2", List.of()), URL, "orders.placed", "{\"b\":[1,2]}"))
                .isNotEqualTo(id(
                        new Principal("bot", List.of(), "https://login.example", "roles"),
                        URL,
                        "orders.placed",
                        "{\"b\":[1,2]}"));
    }
}
