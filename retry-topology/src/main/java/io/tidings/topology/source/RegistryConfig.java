package io.tidings.topology.source;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;

import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * @param url null if there is no registry
 * @param user null if the registry asks for no credentials
 */
public record RegistryConfig(
        @Nullable URI url, @Nullable String user, @Nullable Password password) {
    private static final String URL = "schema.registry.url";
    private static final String USER = "schema.registry.user";
    private static final String PASSWORD = "schema.registry.password";

    public RegistryConfig {
        if ((user == null) != (password == null)) {
            throw new InvalidSettings(List.of(USER + " and " + PASSWORD + " belong together: set both or neither"));
        }
    }

    public static final Definition SETTINGS = group(
            text(URL, "", checked(RegistryConfig::checkUrl, "an http or https URL"))
                    .medium("The URL of the schema registry that sources of the format avro need: one that speaks"
                            + " Confluent's API, such as Apicurio's with the path /apis/ccompat/v7; empty for"
                            + " none."),
            text(USER).low("The user name for the schema registry (basic authentication)."),
            secret(PASSWORD).low("The password for the schema registry."));

    public static RegistryConfig of(Settings settings) {
        return new RegistryConfig(
                settings.optionalText(URL).map(URI::create).orElse(null),
                settings.optionalText(USER).orElse(null),
                settings.password(PASSWORD).orElse(null));
    }

    private static void checkUrl(String name, Object value) {
        var text = value.toString();
        if (!text.isEmpty() && !text.matches("(?i)https?://[^\\s/?#@]+(/[^\\s?#]*)?")) {
            throw new ConfigException(
                    name, text, "must be an http or https URL without user, query and fragment, or empty");
        }
    }
}
