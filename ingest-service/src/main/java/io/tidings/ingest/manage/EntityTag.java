package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The version of a resource, as far as its managers define it: a completed handshake or a probation does not change
 * it.
 */
record EntityTag(String text) {
    private static final int BYTES = 15;

    /** Includes the keys, which differ after the topic was deleted and created again. */
    static EntityTag of(TopicEntry entry) {
        var keys = entry.keys();
        return of(
                keys == null ? "" : keys.key1() + "\n" + keys.key2(),
                TopicJson.write(entry.topic()).toString());
    }

    /** Includes the secret uid, so that secrets cannot be guessed from the hash. */
    static EntityTag of(SubscriptionEntry entry) {
        return of(entry.uid(), SubscriptionJson.write(entry.subscription()).toString());
    }

    private static EntityTag of(String salt, String json) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest((salt + "\n" + json).getBytes(UTF_8));
            var start = Arrays.copyOf(hash, BYTES);
            return new EntityTag(Base64.getUrlEncoder().withoutPadding().encodeToString(start));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    String quoted() {
        return '"' + text + '"';
    }
}
