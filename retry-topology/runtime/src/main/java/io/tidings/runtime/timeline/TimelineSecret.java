package io.tidings.runtime.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.secret.HmacSha256;
import io.tidings.runtime.Setting;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The secret of those who may ask for the timeline. It signs requests and never travels. A signature is for one method,
 * path and query, and for a minute by the clocks of both.
 */
public record TimelineSecret(Password password) {
    private static final int SHORTEST = 20;
    private static final String SETTING = "timeline.secret";
    private static final String SCHEME = "HMAC-SHA256 ";
    private static final Pattern SIGNATURE = Pattern.compile(SCHEME + "(\\d{1,12}):([0-9a-f]{64})");
    private static final Duration VALID = Duration.ofSeconds(60);

    public static Setting setting() {
        return Setting.secret(
                SETTING, Setting.checked(TimelineSecret::check, "at least " + SHORTEST + " characters, never printed"));
    }

    private static void check(String name, @Nullable Object value) {
        if (value instanceof Password password && password.value().strip().length() < SHORTEST) {
            throw new ConfigException(
                    name,
                    value,
                    "could be guessed; give it at least " + SHORTEST
                            + " characters, such as those of: openssl rand -hex 20");
        }
    }

    /** Returns the header {@code Authorization} of a request. */
    public String sign(String method, URI uri, Instant now) {
        return SCHEME + now.getEpochSecond() + ":" + signature(method, uri, now.getEpochSecond());
    }

    /** @param authorization header of a request; null for none */
    public boolean signed(@Nullable String authorization, String method, URI uri, Instant now) {
        var form = SIGNATURE.matcher(authorization == null ? "" : authorization);
        if (!form.matches()) {
            return false;
        }
        long time = Long.parseLong(form.group(1));
        return Duration.between(Instant.ofEpochSecond(time), now).abs().compareTo(VALID) <= 0
                && MessageDigest.isEqual(
                        form.group(2).getBytes(UTF_8),
                        signature(method, uri, time).getBytes(UTF_8));
    }

    private String signature(String method, URI uri, long time) {
        var text = method + "\n" + uri.getRawPath() + "?" + uri.getRawQuery() + "\n" + time;
        return HexFormat.of()
                .formatHex(HmacSha256.of(password.value().getBytes(UTF_8)).doFinal(text.getBytes(UTF_8)));
    }
}
