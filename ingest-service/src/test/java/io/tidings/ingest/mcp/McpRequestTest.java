package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MCP-2: the envelope of a call, which its headers repeat. */
class McpRequestTest {
    private static final String META = """
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}\
        """;
    private static final String LIST = """
        {"jsonrpc":"2.0","id":1,"method":"events/list","params":{%s}}\
        """.formatted(META);

    private static McpRequest.Parsed parse(String body, String... headers) {
        var all = new HashMap<>(Map.of("mcp-protocol-version", "2026-07-28", "mcp-method", "events/list"));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        all.values().removeIf(String::isEmpty);
        var bytes = body.getBytes(UTF_8);
        return McpRequest.parse(
                bytes,
                new Request("POST", "/mcp", "", "localhost", true, "127.0.0.1", all, () -> new Body.Whole(bytes)));
    }

    private static McpError error(McpRequest.Parsed parsed) {
        return ((McpRequest.Parsed.Wrong) parsed).error();
    }

    @Test
    void aCallHasAnIdAMethodAndParameters() {
        var call = ((McpRequest.Parsed.Call) parse(LIST)).request();
        assertThat(call.method()).isEqualTo("events/list");
        assertThat(call.id().intValue()).isEqualTo(1);
        var text = parse(LIST.replace("\"id\":1", "\"id\":\"one\""));
        assertThat(((McpRequest.Parsed.Call) text).request().id().textValue()).isEqualTo("one");
    }

    @Test
    void aCallWithoutAnIdIsANotification() {
        assertThat(parse(LIST.replace("\"id\":1,", ""))).isInstanceOf(McpRequest.Parsed.Notification.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no JSON | -32700",
                "[] | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1} | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"events/list\"} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"events/list\"} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"events/list\"} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"events/list\",\"params\":[]} | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"events/list\"} | -32602"
            })
    void whatIsNoCallIsRefused(String body, int code) {
        var error = error(parse(body));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.status()).isEqualTo(400);
    }

    @Test
    void headersMustSayWhatTheBodySays() {
        assertThat(error(parse(LIST, "mcp-protocol-version", "")).code()).isEqualTo(-32020);
        assertThat(error(parse(LIST, "mcp-method", "")).code()).isEqualTo(-32020);
        assertThat(error(parse(LIST, "mcp-method", "events/poll")).code()).isEqualTo(-32020);
        assertThat(error(parse(LIST.replace("Version\":\"2026-07-28", "Version\":\"2025-11-25")))
                        .code())
                .isEqualTo(-32020);
        var tool = LIST.replace("events/list", "tools/call").replace(META, META + ",\"name\":\"try_filter\"");
        assertThat(error(parse(tool, "mcp-method", "tools/call")).code()).isEqualTo(-32020);
        assertThat(parse(tool, "mcp-method", "tools/call", "mcp-name", "try_filter"))
                .isInstanceOf(McpRequest.Parsed.Call.class);
    }

    @Test
    void anotherRevisionIsToldOfThisOne() {
        var error = error(parse(LIST, "mcp-protocol-version", "2025-11-25"));
        assertThat(error.code()).isEqualTo(-32022);
        assertThat(error.json().path("data")).hasToString("""
            {"requested":"2025-11-25","supported":["2026-07-28"]}\
            """);
    }

    @Test
    void aBodyHasALimit() {
        var large = LIST.replace("\"params\":{", "\"params\":{\"x\":\"" + "x".repeat(McpRequest.MOST_BYTES) + "\",");
        assertThat(error(parse(large)).status()).isEqualTo(413);
    }
}
