package io.tidings.cli.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/** A token that was just made. Only its hash is kept, by the server. Pure. */
record NewToken(String value) {
    private static final int BYTES = 32;

    static NewToken random(RandomGenerator random) {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new NewToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The line of {@code tokens.file}. */
    String line(String name, String role, List<String> topics, String expires) {
        return String.join("  ", name, hash(), role, String.join(",", topics), expires)
                .stripTrailing();
    }

    private String hash() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "[hidden]";
    }
}
