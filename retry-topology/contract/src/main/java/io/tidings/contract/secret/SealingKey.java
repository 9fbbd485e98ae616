package io.tidings.contract.secret;

import io.tidings.contract.Sha256;
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
        return HexFormat.of().formatHex(Sha256.of(key), 0, 4);
    }

    @Override
    public String toString() {
        return "SealingKey[" + id + "]";
    }
}
