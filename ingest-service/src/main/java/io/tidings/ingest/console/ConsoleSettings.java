package io.tidings.ingest.console;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.runtime.Setting.checked;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.group;
import static io.tidings.runtime.Setting.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.ingest.oidc.SignInEndpoints;
import io.tidings.runtime.Setting.Definition;
import io.tidings.runtime.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the console, and the facts that its pages get before anybody has signed in.
 *
 * @param testReceiver URL of an endpoint that accepts everything; null if there is none
 * @param tokenFile that holds the admin token; null if users of other machines may see the console
 * @param validation whether endpoints are asked to agree
 * @param signIn null if people sign in with tokens only
 */
public record ConsoleSettings(
        boolean enabled,
        @Nullable String testReceiver,
        @Nullable Path tokenFile,
        boolean validation,
        @Nullable SignIn signIn) {
    private static final String ENABLED = "console.enabled";
    private static final String TEST_RECEIVER = "console.test.receiver";
    private static final String CLIENT_ID = "console.oidc.client.id";
    private static final String SCOPE = "console.oidc.scope";

    public static final Definition SETTINGS = group(
            flag(ENABLED, false)
                    .medium("Whether the console is served at /console, on management.port if it is set. Its pages"
                            + " need no token; what they show does. See console.md."),
            text(TEST_RECEIVER, "", checked(ConsoleSettings::requireUrl, "an http or https URL, or nothing"))
                    .low("The URL of an endpoint that accepts every event, which the console offers to those who"
                            + " begin. Local mode has one."),
            text(CLIENT_ID, "")
                    .medium("The public client of oidc.issuer, without a secret, by which the console signs people in"
                            + " (authorization code with PKCE). Its redirect URI is /console/ of this server. Without"
                            + " it they sign in with tokens only. See console.md."),
            text(SCOPE, "openid")
                    .low("The scopes that the console asks oidc.issuer for, with spaces between them; openid is one"
                            + " of them. The access token must be one that oidc.audience and oidc.roles accept."));

    /**
     * @param tokenFile null if users of other machines may see the console
     * @param issuer null if no issuer's tokens are accepted
     */
    public static ConsoleSettings of(
            Settings settings,
            @Nullable Path tokenFile,
            boolean validation,
            @Nullable URI issuer,
            List<String> problems) {
        return new ConsoleSettings(
                settings.flag(ENABLED),
                settings.optionalText(TEST_RECEIVER).map(String::strip).orElse(null),
                tokenFile,
                validation,
                signIn(settings, issuer, problems));
    }

    private static @Nullable SignIn signIn(Settings settings, @Nullable URI issuer, List<String> problems) {
        var client = settings.optionalText(CLIENT_ID).map(String::strip).orElse("");
        if (client.isEmpty()) {
            return null;
        }
        if (issuer == null) {
            problems.add(CLIENT_ID + ": it is a client of oidc.issuer, which is not set");
            return null;
        }
        var scope = settings.text(SCOPE).strip();
        if (!List.of(scope.split(" +", -1)).contains("openid")) {
            problems.add(SCOPE + ": openid must be one of the scopes, or the issuer does not say who signs in");
        }
        return new SignIn(issuer.toString(), client, scope);
    }

    private static void requireUrl(String name, Object value) {
        var text = ((String) value).strip();
        if (!text.isEmpty() && !text.matches("https?://[^?#\\s@]+")) {
            throw new ConfigException(name, value, "must be a URL such as http://localhost:3001/");
        }
    }

    /**
     * The facts that every page may know without a token.
     *
     * @param endpoints for {@link #signIn}
     */
    String json(Optional<SignInEndpoints> endpoints) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("localMode", testReceiver != null)
                .put("testReceiver", testReceiver)
                .put("tokenFile", tokenFile == null ? null : tokenFile.toString())
                .put("validation", validation);
        putIfAny(json, "signIn", signIn == null ? null : signIn.json(endpoints));
        return json.toString();
    }
}
