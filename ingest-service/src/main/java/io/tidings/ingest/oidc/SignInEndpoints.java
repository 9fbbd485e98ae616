package io.tidings.ingest.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a browser signs a person in: the endpoints that the issuer's discovery document names.
 *
 * @param token a URL that may stand in a content policy
 */
public record SignInEndpoints(String authorization, String token) {
    /** No characters that end a directive or an entry of a content policy. */
    private static final Pattern HTTPS = Pattern.compile("https://[\\w.-]+(:\\d{1,5})?(/[\\w.~%/-]*)?");

    private static final Pattern LOCAL =
            Pattern.compile("http://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?(/[\\w.~%/-]*)?");

    /** Returns empty if the document names none that may be used. */
    static Optional<SignInEndpoints> of(JsonNode discovery, boolean allowHttp) {
        var authorization = discovery.path("authorization_endpoint").asText();
        var token = discovery.path("token_endpoint").asText();
        return allowed(authorization, allowHttp) && allowed(token, allowHttp)
                ? Optional.of(new SignInEndpoints(authorization, token))
                : Optional.empty();
    }

    private static boolean allowed(String url, boolean allowHttp) {
        return HTTPS.matcher(url).matches() || (allowHttp && LOCAL.matcher(url).matches());
    }
}
