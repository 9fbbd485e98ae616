package io.tidings.ingest.console;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the console, and the facts that its pages get before anybody has signed in.
 *
 * @param testReceiver URL of an endpoint that accepts everything; null if there is none
 * @param tokenFile that holds the admin token; null if users of other machines may see the console
 * @param validation whether endpoints are asked to agree
 */
public record ConsoleSettings(
        boolean enabled,
        @Nullable String testReceiver,
        @Nullable Path tokenFile,
        boolean validation) {
    private static final String ENABLED = "console.enabled";
    private static final String TEST_RECEIVER = "console.test.receiver";

    public static final Definition SETTINGS = group(
            flag(ENABLED, false)
                    .medium("Whether the console is served at /console, on management.port if it is set. Its pages"
                            + " need no token; what they show does. See console.md."),
            text(TEST_RECEIVER, "", checked(ConsoleSettings::requireUrl, "an http or https URL, or nothing"))
                    .low("The URL of an endpoint that accepts every event, which the console offers to those who"
                            + " begin. Local mode has one."));

    /** @param tokenFile null if users of other machines may see the console */
    public static ConsoleSettings of(Settings settings, @Nullable Path tokenFile, boolean validation) {
        return new ConsoleSettings(
                settings.flag(ENABLED),
                settings.optionalText(TEST_RECEIVER).map(String::strip).orElse(null),
                tokenFile,
                validation);
    }

    private static void requireUrl(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty() && !text.matches("https?://[^?#\\s@]+")) {
            throw new ConfigException(name, value, "must be a URL such as http://localhost:3001/");
        }
    }

    /** The facts that every page may know without a token. */
    String json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("localMode", testReceiver != null)
                .put("testReceiver", testReceiver)
                .put("tokenFile", tokenFile == null ? null : tokenFile.toString())
                .put("validation", validation)
                .toString();
    }
}
