package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Sha256;
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
 * The secret of programs that may ask each other. It signs requests and never travels. A signature is for one method,
 * path, query and body, and for a minute by the clocks of both.
 */
public record SharedSecret(Password password) {
    private static final int SHORTEST = 20;
    private static final String SCHEME = "HMAC-SHA256 ";
    private static final Pattern SIGNATURE = Pattern.compile(SCHEME + "(\\d{1,12}):([0-9a-f]{64})");
    private static final Duration VALID = Duration.ofMinutes(1);
    private static final byte[] NO_BODY = {};

    public static Setting setting(String name) {
        return Setting.secret(
                name, Setting.checked(SharedSecret::check, "at least " + SHORTEST + " characters, never printed"));
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

    /** Returns the header {@code Authorization} of a request without a body. */
    public String sign(String method, URI uri, Instant now) {
        return sign(method, uri, NO_BODY, now);
    }

    public String sign(String method, URI uri, byte[] body, Instant now) {
        return SCHEME + now.getEpochSecond() + ":" + signature(method, uri, body, now.getEpochSecond());
    }

    /** @param authorization header of a request without a body; null for none */
    public boolean signed(@Nullable String authorization, String method, URI uri, Instant now) {
        return signed(authorization, method, uri, NO_BODY, now);
    }

    /** @param authorization header of a request; null for none */
    public boolean signed(@Nullable String authorization, String method, URI uri, byte[] body, Instant now) {
        var form = SIGNATURE.matcher(authorization == null ? "" : authorization);
        if (!form.matches()) {
            return false;
        }
        long time = Long.parseLong(form.group(1));
        return Duration.between(Instant.ofEpochSecond(time), now).abs().compareTo(VALID) <= 0
                && MessageDigest.isEqual(
                        form.group(2).getBytes(UTF_8),
                        signature(method, uri, body, time).getBytes(UTF_8));
    }

    private String signature(String method, URI uri, byte[] body, long time) {
        var text = method + "\n" + uri.getRawPath() + "?" + uri.getRawQuery() + "\n" + time + digest(body);
        return HexFormat.of()
                .formatHex(HmacSha256.of(password.value().getBytes(UTF_8)).doFinal(text.getBytes(UTF_8)));
    }

    /** Nothing for a request without a body, as former releases sign it. */
    private static String digest(byte[] body) {
        return body.length == 0 ? "" : "\n" + HexFormat.of().formatHex(Sha256.of(body));
    }
}
