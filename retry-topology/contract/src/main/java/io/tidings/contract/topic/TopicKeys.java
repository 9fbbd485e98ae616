package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.secret.Keyring;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The two keys that publishers of a topic, or receivers of a queue, authenticate with; either is valid. Never printed. */
public record TopicKeys(String key1, String key2) {
    private static final int BYTES = 32;

    /** Two fresh keys of 256 bits, in base64. */
    public static TopicKeys random(SecureRandom random) {
        return new TopicKeys(randomKey(random), randomKey(random));
    }

    public static String randomKey(SecureRandom random) {
        var key = new byte[BYTES];
        random.nextBytes(key);
        return Base64.getEncoder().encodeToString(key);
    }

    /** Returns whether a key is one of the two, in a time that tells nothing of them. */
    public boolean contains(String key) {
        var bytes = key.getBytes(UTF_8);
        boolean first = MessageDigest.isEqual(bytes, key1.getBytes(UTF_8));
        boolean second = MessageDigest.isEqual(bytes, key2.getBytes(UTF_8));
        return first || second;
    }

    /** @param name key1 or key2, which is replaced */
    public TopicKeys with(String name, String fresh) {
        return name.equals("key1") ? new TopicKeys(fresh, key2) : new TopicKeys(key1, fresh);
    }

    /** Returns whether one of them is still sealed, because it could not be opened. */
    public boolean locked() {
        return Keyring.isSealed(key1) || Keyring.isSealed(key2);
    }

    @Override
    public String toString() {
        return "TopicKeys[hidden]";
    }
}
