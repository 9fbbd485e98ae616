package io.tidings.contract.secret;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key of 256 bits, never printed. Its id is derived from the key, so that it is unique. */
record SealingKey(String id, SecretKey key) {
    static final int BYTES = 32;

    /** @throws IllegalArgumentException if the text is no key, without repeating it */
    static SealingKey parse(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) { // its message would repeat a part of the key
            throw notAKey();
        }
        if (bytes.length != BYTES) {
            throw notAKey();
        }
        return new SealingKey(idOf(bytes), new SecretKeySpec(bytes, "AES"));
    }

    private static IllegalArgumentException notAKey() {
        return new IllegalArgumentException(
                "a key must be 32 random bytes in base64; make one with: openssl rand -base64 32");
    }

    private static String idOf(byte[] key) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(key);
            return HexFormat.of().formatHex(Arrays.copyOf(hash, 4));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "SealingKey[" + id + "]";
    }
}
