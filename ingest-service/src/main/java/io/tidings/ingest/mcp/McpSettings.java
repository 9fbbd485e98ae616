package io.tidings.ingest.mcp;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.integer;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.between;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;

import io.tidings.ingest.server.ServerConfig;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the listener for agents.
 *
 * @param url of it from outside
 * @param audiences of which a token of the issuer must name one
 * @param longest life of a subscription that is not refreshed
 * @param mostSubscriptions of one principal
 * @param callsPerMinute of one principal, at one instance
 * @param cursorSecret null for one of this instance
 */
public record McpSettings(
        ServerConfig.Listener listener,
        URI url,
        Set<String> audiences,
        Duration longest,
        int mostSubscriptions,
        int callsPerMinute,
        @Nullable Password cursorSecret) {
    private static final String PORT = "mcp.port";
    private static final String URL = "mcp.url";
    private static final String CURSOR_SECRET = "mcp.cursor.secret";
    private static final int SHORTEST_SECRET = 20;
    private static final int KEY_BYTES = 32;

    public static final Definition SETTINGS = group(
            text("mcp.host", "127.0.0.1").medium("Address of mcp.port."),
            text(PORT, "", checked(McpSettings::checkPort, "0 to 65535, or nothing"))
                    .medium("Port for agents, which subscribe to events over MCP, with TLS if https.port has it; 0"
                            + " takes a free one. Without it there is none. It needs tokens.file or oidc.issuer."
                            + " See agents.md."),
            text(URL, "", checked(McpSettings::checkUrl, "an https URL that ends in /mcp, or nothing"))
                    .medium("The URL of this port from outside, such as https://events.example.com/mcp; mcp.port"
                            + " needs it. One with http is for this machine only."),
            text("mcp.audience", "")
                    .medium("The audience that a token of oidc.issuer must name in aud at this port; one of several,"
                            + " with commas between them. Without it that is mcp.url."),
            duration("mcp.subscription.ttl", "1h", between("1m", "24h"))
                    .medium("How long the subscription of an agent lasts that is not refreshed, if the agent does"
                            + " not ask for less."),
            integer("mcp.subscriptions.per.principal", 50, atLeast(1))
                    .low("The most subscriptions that the agents with one principal may have."),
            integer("mcp.calls.per.minute", 600, atLeast(1))
                    .low("The most calls of one principal in a minute, at each instance of ingest-service; beyond it"
                            + " agents get 429."),
            secret(CURSOR_SECRET)
                    .medium("Signs the cursors of agents that poll, at least 20 characters. Give all instances the"
                            + " same; without it each makes its own when it starts, which ends all cursors."));

    public McpSettings {
        audiences = Set.copyOf(audiences);
    }

    private static void checkPort(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty() && (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65535)) {
            throw new ConfigException(name, value, "must be a port from 0 to 65535, or nothing");
        }
    }

    private static void checkUrl(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty()
                && !text.matches("https://[^/?#\\s@\"\\\\]+(/[^?#\\s\"\\\\]*)?/mcp")
                && !text.matches("http://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?/mcp")) {
            throw new ConfigException(name, value, "must be a URL such as https://events.example.com/mcp");
        }
    }

    /**
     * Returns null if there is no such listener.
     *
     * @param tokens whether any tokens but the admin token are accepted
     */
    public static @Nullable McpSettings of(Settings settings, boolean tokens, List<String> problems) {
        var port = settings.optionalText(PORT);
        if (port.isEmpty()) {
            return null;
        }
        if (!tokens) {
            problems.add(PORT + ": it needs tokens.file or oidc.issuer, because the admin token is not for agents");
        }
        var url = settings.optionalText(URL).map(String::strip).orElse("");
        if (url.isEmpty()) {
            problems.add(URL + ": " + PORT + " needs it, such as https://events.example.com/mcp");
        }
        var secret = settings.password(CURSOR_SECRET).orElse(null);
        if (secret != null && secret.value().length() < SHORTEST_SECRET) {
            problems.add(CURSOR_SECRET + ": must have at least " + SHORTEST_SECRET
                    + " characters, such as those of: openssl rand -hex 20");
        }
        return new McpSettings(
                new ServerConfig.Listener(
                        settings.text("mcp.host"), Integer.parseInt(port.get().strip())),
                URI.create(url),
                audiences(settings.text("mcp.audience"), url),
                settings.duration("mcp.subscription.ttl"),
                settings.integer("mcp.subscriptions.per.principal"),
                settings.integer("mcp.calls.per.minute"),
                secret);
    }

    private static Set<String> audiences(String stated, String url) {
        var names = Stream.of(stated.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        return names.isEmpty() ? Set.of(url) : names;
    }

    byte[] cursorKey(SecureRandom random) {
        if (cursorSecret != null) {
            return cursorSecret.value().getBytes(UTF_8);
        }
        var key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return key;
    }
}
