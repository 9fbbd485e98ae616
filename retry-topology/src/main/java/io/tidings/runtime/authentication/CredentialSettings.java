package io.tidings.runtime.authentication;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;

import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting;
import io.tidings.runtime.Settings;
import io.tidings.runtime.certificate.CertificateFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * What the settings know of tokens and certificates for endpoints, the same in all programs that send to them.
 *
 * @param identities the PEM files of client certificates by name
 * @param trusts the PEM files of trusted certificates by name
 * @param azure null if subscriptions may not ask for tokens of Microsoft Entra applications
 */
public record CredentialSettings(
        Map<String, List<Path>> identities,
        Map<String, List<Path>> trusts,
        @Nullable AzureTokens azure) {
    /** The prefixes of settings that are followed by a name. */
    public static final List<String> PREFIXES = List.of(CertificateFiles.IDENTITY, CertificateFiles.TRUST);

    public static final CredentialSettings NONE = new CredentialSettings(Map.of(), Map.of(), null);

    static final String AZURE_URL = "oauth.azure.token.url";
    private static final String AZURE_CLIENT = "oauth.azure.client.id";
    private static final String AZURE_SECRET = "oauth.azure.client.secret";

    public CredentialSettings {
        identities = Map.copyOf(identities);
        trusts = Map.copyOf(trusts);
    }

    public static ConfigDef define(ConfigDef definitions) {
        return Setting.define(
                definitions,
                text(AZURE_URL, "", checked(CredentialSettings::requireTenant, "a URL with {tenant}, or nothing"))
                        .low("Where tokens are requested for subscriptions with azureActiveDirectoryTenantId, such as"
                                + " https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token. The same for"
                                + " ingest-service and delivery-worker. Without it such subscriptions are refused."),
                text(AZURE_CLIENT, "").low("The id of the client that requests these tokens."),
                secret(AZURE_SECRET).low("The secret of this client."));
    }

    private static void requireTenant(String name, Object value) {
        var text = (String) value;
        if (!text.isBlank() && (!text.matches("https?://[^/?#\\s@]+/\\S*") || !text.contains(AzureTokens.TENANT))) {
            throw new ConfigException(
                    name, value, "must be a URL such as https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token");
        }
    }

    /** @throws InvalidSettings with every problem */
    public static CredentialSettings of(Settings settings) {
        var problems = new ArrayList<String>();
        var found = new CredentialSettings(
                files(CertificateFiles.IDENTITY, settings, problems),
                files(CertificateFiles.TRUST, settings, problems),
                azure(settings, problems));
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return found;
    }

    private static Map<String, List<Path>> files(String prefix, Settings settings, List<String> problems) {
        var files = new TreeMap<String, List<Path>>();
        settings.under(prefix).forEach((name, paths) -> {
            if (!name.matches("[a-z0-9-]{1,64}")) {
                problems.add(prefix + name + ": the name must be 1 to 64 small letters, digits and -");
            } else if (paths.isBlank()) {
                problems.add(prefix + name + ": must be a PEM file, or two with a comma between them");
            } else {
                files.put(
                        name,
                        Arrays.stream(paths.split(","))
                                .map(String::strip)
                                .map(Path::of)
                                .toList());
            }
        });
        return files;
    }

    private static @Nullable AzureTokens azure(Settings settings, List<String> problems) {
        var url = settings.optionalText(AZURE_URL);
        if (url.isEmpty()) {
            return null;
        }
        var client = settings.optionalText(AZURE_CLIENT);
        var secret = settings.password(AZURE_SECRET);
        if (client.isEmpty() || secret.isEmpty()) {
            problems.add(AZURE_URL + ": needs " + AZURE_CLIENT + " and " + AZURE_SECRET);
            return null;
        }
        return new AzureTokens(url.get(), client.get(), secret.get().value());
    }

    /** Returns why a subscription may not name a Microsoft Entra application; null if it may. */
    public @Nullable String azureMissing(String program) {
        return azure == null
                ? program + " has no setting " + AZURE_URL + ", which says where tokens for it are requested"
                : null;
    }
}
