package io.tidings.contract.address;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint URLs that a subscription may have, as far as the text tells (B-SUB-4). The addresses are checked when
 * a connection is made.
 */
public record EndpointRules(boolean allowHttp) {
    private static final int MAX_LENGTH = 4096;

    /** Returns the rule that a URL breaks; null if there is none. */
    @Nullable
    public String brokenBy(String url) {
        if (url.length() > MAX_LENGTH) {
            return "must have at most " + MAX_LENGTH + " characters";
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return e.getIndex() < 0 ? "is no URL" : "is not a URL, see character " + (e.getIndex() + 1);
        }
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(allowHttp && scheme.equals("http"))) {
            return allowHttp ? "must be an http or https URL" : "must be an https URL (see endpoint.allow.http)";
        }
        if (uri.getHost() == null) {
            return "must name a host";
        }
        if (uri.getRawUserInfo() != null) {
            return "must not hold a user name or password";
        }
        return uri.getRawFragment() == null ? null : "must not have a fragment";
    }
}
