package io.tidings.ingest;

import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.list;
import static io.tidings.runtime.Setting.secret;
import static io.tidings.runtime.Setting.text;

import io.tidings.contract.address.LocalHosts;
import io.tidings.ingest.access.AdminToken;
import io.tidings.ingest.access.TokensFile;
import io.tidings.ingest.oidc.OidcSettings;
import io.tidings.ingest.oidc.RoleMapping;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the authentication of managers.
 *
 * @param tokensFile null if there is none
 * @param oidc null if no issuer's tokens are accepted
 */
record ManagerSettings(
        AdminToken admin,
        @Nullable Path tokensFile,
        @Nullable OidcSettings oidc) {
    private static final int SHORTEST_TOKEN = 20;
    private static final String TOKENS_FILE = "tokens.file";
    private static final String ISSUER = "oidc.issuer";
    private static final String AUDIENCE = "oidc.audience";
    private static final String ROLE_CLAIM = "oidc.role.claim";
    private static final String ROLES = "oidc.roles";

    static final Definition SETTINGS = group(
            secret("admin.token")
                    .high("The token that managers of topics and subscriptions send as Authorization: Bearer. It"
                            + " is for administrators of all topics and has at least 20 characters. Without it,"
                            + " admin.token.file, tokens.file and oidc.issuer, management over HTTP is off."),
            text("admin.token.file", "").high("A file that holds the admin token; it is read at the start."),
            text(TOKENS_FILE, "")
                    .medium("A file of more tokens, one in a line: NAME HASH ROLE TOPICS [EXPIRES]. It is read"
                            + " again when it changes. See access.md."),
            text(ISSUER, "", checked(ManagerSettings::requireIssuer, "an https URL, or nothing"))
                    .medium("The issuer of OpenID Connect whose tokens managers and publishers may send, as its tokens"
                            + " name it in iss. Its keys are found through its /.well-known/openid-configuration."
                            + " A URL with http is for an issuer on this machine only."),
            text(AUDIENCE, "")
                    .medium("The audience that a token of oidc.issuer must name in aud; one of several, with"
                            + " commas between them."),
            text(ROLE_CLAIM, "roles")
                    .medium("The claim of a token that holds its roles, or several with commas between them: a"
                            + " name, or a path with dots such as realm_access.roles. A text has its values"
                            + " between spaces."),
            list(ROLES, checked(ManagerSettings::requireMappings, "VALUE=ROLE or VALUE=ROLE:TOPIC|TOPIC"))
                    .medium("The roles that values of oidc.role.claim grant, with commas between them: VALUE=ROLE"
                            + " for all topics, VALUE=ROLE:TOPIC|TOPIC for some, with * in their names."));

    private static void requireIssuer(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty()
                && !text.matches("https://[^/?#\\s@]+(/[^?#\\s]*)?")
                && !text.matches("http://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?(/[^?#\\s]*)?")) {
            throw new ConfigException(name, value, "must be a URL such as https://login.example.com/realms/events");
        }
    }

    private static void requireMappings(String name, Object value) {
        for (var text : (List<?>) value) {
            if (RoleMapping.parse((String) text).isEmpty()) {
                throw new ConfigException(
                        name, text, "must be such as events-admins=admin or orders-team=operator:orders*|invoices");
            }
        }
    }

    /** @param managementHost where managers reach the service */
    static ManagerSettings of(Settings settings, String managementHost, List<String> problems) {
        return new ManagerSettings(
                new AdminToken(adminToken(settings, problems), shownFile(settings, managementHost)),
                tokensFile(settings, problems),
                oidc(settings, problems));
    }

    /** Returns whether there may be managers of some topics only, who must not use what belongs to others. */
    boolean severalTeams() {
        return tokensFile != null || oidc != null;
    }

    private static @Nullable Path tokensFile(Settings settings, List<String> problems) {
        var file = settings.optionalText(TOKENS_FILE).map(Path::of);
        file.flatMap(each -> TokensFile.open(each).problem())
                .ifPresent(problem -> problems.add(TOKENS_FILE + ": " + file.get() + ": " + problem));
        return file.orElse(null);
    }

    private static @Nullable OidcSettings oidc(Settings settings, List<String> problems) {
        var issuer = settings.optionalText(ISSUER).map(String::strip);
        if (issuer.isEmpty()) {
            return null;
        }
        var audiences = names(settings.text(AUDIENCE));
        if (audiences.isEmpty()) {
            problems.add(AUDIENCE + ": " + ISSUER + " needs it, or tokens for other services would be accepted");
        }
        var mappings = settings.list(ROLES).stream()
                .map(RoleMapping::parse)
                .flatMap(Optional::stream)
                .toList();
        if (mappings.isEmpty()) {
            problems.add(ROLES + ": " + ISSUER + " needs it, or no token would have a role");
        }
        return new OidcSettings(
                URI.create(issuer.get()), Set.copyOf(audiences), names(settings.text(ROLE_CLAIM)), mappings);
    }

    private static List<String> names(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Shown in the response to a wrong token only if management is reachable from this machine only. */
    private static @Nullable Path shownFile(Settings settings, String host) {
        return LocalHosts.isLocalHost(host)
                ? settings.optionalText("admin.token.file").map(Path::of).orElse(null)
                : null;
    }

    private static @Nullable Password adminToken(Settings settings, List<String> problems) {
        var file = settings.optionalText("admin.token.file").map(Path::of);
        var token = file.isPresent() ? readToken(file.get(), problems) : settings.password("admin.token");
        if (token.filter(each -> each.value().strip().length() < SHORTEST_TOKEN).isPresent()) {
            problems.add(
                    file.map(path -> "admin.token.file: the token in " + path).orElse("admin.token: the token")
                            + " could be guessed; give it at least " + SHORTEST_TOKEN
                            + " characters, such as those of: openssl rand -hex 20; or leave the setting out");
        }
        return token.orElse(null);
    }

    private static Optional<Password> readToken(Path file, List<String> problems) {
        try {
            return Optional.of(new Password(Files.readString(file).strip()));
        } catch (IOException e) {
            problems.add("admin.token.file: " + file
                    + " cannot be read; check that it exists, and its owner and permissions");
            return Optional.empty();
        }
    }
}
