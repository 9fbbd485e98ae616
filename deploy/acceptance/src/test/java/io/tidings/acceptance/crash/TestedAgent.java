package io.tidings.acceptance.crash;

import io.tidings.contract.Sha256;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.AgentClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;

/**
 * An agent that may subscribe to the types of the topic {@code orders}.
 *
 * @param url of the listener for agents
 */
record TestedAgent(Path folder, URI url) {
    private static final String TOKEN = "the-token-of-an-agent";

    /** @param folder for its token */
    static TestedAgent in(Path folder) {
        return new TestedAgent(folder, URI.create("http://127.0.0.1:" + FreePort.next() + "/mcp"));
    }

    /** The settings of ingest for it. */
    Map<String, String> settings() {
        return Map.of(
                "tokens.file", tokens().toString(),
                "mcp.port", Integer.toString(url.getPort()),
                "mcp.url", url.toString(),
                "mcp.cursor.secret", "a-secret-of-the-crash-tests");
    }

    private Path tokens() {
        var line = "agent " + HexFormat.of().formatHex(Sha256.of(TOKEN)) + " subscriber orders\n";
        try {
            return Files.writeString(folder.resolve("tokens"), line);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write tokens", e);
        }
    }

    AgentClient client() {
        return new AgentClient(url, TOKEN);
    }
}
