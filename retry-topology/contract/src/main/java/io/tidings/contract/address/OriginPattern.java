package io.tidings.contract.address;

import io.tidings.contract.secret.CanonicalOrigin;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The origin of a URL, or several: {@code *} stands for any characters of the host. Without a port it means the default
 * port of its scheme. {@code *} alone is every origin.
 */
public record OriginPattern(String text) {
    private static final String EVERY = "*";
    private static final Pattern FORM = Pattern.compile("(https?)://(\\[[0-9a-f:.]+]|[a-z0-9.*-]+)(:\\d{1,5})?");

    /** Returns empty if the text is no origin. */
    public static Optional<OriginPattern> parse(String text) {
        if (text.equals(EVERY)) {
            return Optional.of(new OriginPattern(EVERY));
        }
        var form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            return Optional.empty();
        }
        var port = form.group(3) != null ? form.group(3) : form.group(1).equals("https") ? ":443" : ":80";
        return Optional.of(new OriginPattern(form.group(1) + "://" + form.group(2) + port));
    }

    public boolean matches(URI url) {
        return text.equals(EVERY)
                || CanonicalOrigin.of(url)
                        .map(CanonicalOrigin::text)
                        .filter(origin -> origin.matches(expression()))
                        .isPresent();
    }

    private String expression() {
        return Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining("[^/:]*"));
    }

    @Override
    public String toString() {
        return text;
    }
}
