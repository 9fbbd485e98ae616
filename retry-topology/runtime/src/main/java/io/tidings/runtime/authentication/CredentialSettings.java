package io.tidings.runtime.authentication;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;

import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Subscription;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import io.tidings.runtime.certificate.CertificateFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of tokens and certificates for endpoints, the same in all programs that send to them.
 *
 * @param identities the PEM files of client certificates by name
 * @param trusts the PEM files of trusted certificates by name
 * @param azure null if subscriptions may not ask for tokens of Microsoft Entra applications
 * @param uses the topics and origins that all these are for
 */
public record CredentialSettings(
        Map<String, List<Path>> identities,
        Map<String, List<Path>> trusts,
        @Nullable AzureTokens azure,
        CredentialUses uses) {
    /** The prefixes of settings that are followed by a name. */
    public static final List<String> PREFIXES =
            List.of(CertificateFiles.IDENTITY, CertificateFiles.TRUST, CredentialUses.APPLICATION);

    public static final CredentialSettings NONE = new CredentialSettings(Map.of(), Map.of(), null, CredentialUses.ANY);

    static final String AZURE_URL = "oauth.azure.token.url";
    private static final String AZURE_CLIENT = "oauth.azure.client.id";
    private static final String AZURE_SECRET = "oauth.azure.client.secret";

    public CredentialSettings(
            Map<String, List<Path>> identities, Map<String, List<Path>> trusts, @Nullable AzureTokens azure) {
        this(identities, trusts, azure, CredentialUses.ANY);
    }

    public CredentialSettings {
        identities = Map.copyOf(identities);
        trusts = Map.copyOf(trusts);
    }

    public static final Definition SETTINGS = group(
            text(AZURE_URL, "", checked(CredentialSettings::requireTenant, "a URL with {tenant}, or nothing"))
                    .low("Where tokens are requested for subscriptions with azureActiveDirectoryTenantId, such as"
                            + " https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token. The same for"
                            + " ingest-service and delivery-worker. Without it such subscriptions are refused."),
            text(AZURE_CLIENT, "").low("The id of the client that requests these tokens."),
            secret(AZURE_SECRET).low("The secret of this client."));

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
        var identities = files(CertificateFiles.IDENTITY, settings, problems);
        var trusts = files(CertificateFiles.TRUST, settings, problems);
        var applications = texts(CredentialUses.APPLICATION, settings, problems);
        var found = new CredentialSettings(
                identities,
                trusts,
                azure(settings, problems),
                new CredentialUses(
                        uses(CertificateFiles.IDENTITY, identities.keySet(), settings, problems),
                        uses(CertificateFiles.TRUST, trusts.keySet(), settings, problems),
                        byApplication(applications, settings, problems),
                        false));
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return found;
    }

    /** The settings with a name, without those that say what the named thing is for. */
    private static Map<String, String> texts(String prefix, Settings settings, List<String> problems) {
        var texts = new TreeMap<>(settings.under(prefix));
        var uses = texts.keySet().stream()
                .filter(name -> name.endsWith(AllowedUse.TOPICS) || name.endsWith(AllowedUse.ORIGINS))
                .toList();
        texts.keySet().removeAll(uses);
        uses.stream()
                .filter(use -> !texts.containsKey(use.substring(0, use.lastIndexOf('.'))))
                .forEach(use -> problems.add(
                        prefix + use + ": " + prefix + use.substring(0, use.lastIndexOf('.')) + " is not set"));
        texts.forEach((name, text) -> {
            if (!name.matches("[a-z0-9-]{1,64}")) {
                problems.add(prefix + name + ": the name must be 1 to 64 small letters, digits and -");
            } else if (text.isBlank()) {
                problems.add(prefix + name + ": must not be empty");
            }
        });
        return texts;
    }

    private static Map<String, List<Path>> files(String prefix, Settings settings, List<String> problems) {
        var files = new TreeMap<String, List<Path>>();
        texts(prefix, settings, problems)
                .forEach((name, paths) -> files.put(
                        name,
                        Arrays.stream(paths.split(","))
                                .map(String::strip)
                                .filter(path -> !path.isEmpty())
                                .map(Path::of)
                                .toList()));
        return files;
    }

    private static Map<String, AllowedUse> uses(
            String prefix, Set<String> names, Settings settings, List<String> problems) {
        var uses = new TreeMap<String, AllowedUse>();
        names.forEach(name -> uses.put(name, AllowedUse.of(settings, prefix + name, problems)));
        return uses;
    }

    private static Map<String, List<AllowedUse>> byApplication(
            Map<String, String> applications, Settings settings, List<String> problems) {
        var uses = new TreeMap<String, List<AllowedUse>>();
        applications.forEach((name, application) -> uses.computeIfAbsent(application.strip(), _ -> new ArrayList<>())
                .add(AllowedUse.of(settings, CredentialUses.APPLICATION + name, problems)));
        return uses;
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

    /** Returns the same settings for a program that several teams manage: what states no use has none. */
    public CredentialSettings onlyAsStated() {
        return new CredentialSettings(identities, trusts, azure, uses.onlyAsStated());
    }

    /** Returns the rules that a subscription breaks with the credentials that it names (B-AUTH-4). */
    public List<Violation> brokenBy(Subscription subscription) {
        return uses.brokenBy(subscription);
    }

    /** Returns why a subscription may not name a Microsoft Entra application; null if it may. */
    public @Nullable String azureMissing(String program) {
        return azure == null
                ? program + " has no setting " + AZURE_URL + ", which says where tokens for it are requested"
                : null;
    }
}
